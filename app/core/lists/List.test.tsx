import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { ErrorText } from "#app/core/ui/feedback/ErrorBar.tsx";
import { lastWeek, orderHeads } from "./DayFilters.tsx";
import { List, type ListProps } from "./List.tsx";
import type { Listed } from "./listed.ts";

type Row = { id: string };

const rows = (count: number): Listed<Row>[] =>
  Array.from({ length: count }, (_, index) => ({ row: { id: `row ${index}` } }));

const pages = (current: number) => {
  return { current, hrefFor: (page: number) => `/things?page=${page}` };
};
const error: ErrorText = {
  ...{ statusLine: "Bad Gateway", code: 502, message: "Nobody there", correlationId: "c", advice: "" },
};

const shown = (over: Partial<ListProps<Row>> = {}): string => {
  const list: ListProps<Row> = {
    caption: "Things",
    place: { isLoading: false },
    list: { rows: rows(1), hasNext: true },
    error: undefined,
    here: "/things?q=a",
    filter: { fields: null, isOn: true, clearHref: "/things" },
    pages: pages(1),
    columns: [{ key: "id", header: "Id", cell: ({ id }) => id }],
    rowKey: ({ id }) => id,
    empty: { match: "No things match", all: "There are no things" },
  };
  return renderToStaticMarkup(<List {...list} {...over} />);
};
const count = (text: string, what: string) => text.split(what).length - 1;

describe("pages", () => {
  test.each([
    [5, 1],
    [6, 2],
  ])("of %i rows stand in %i places, each with Refresh", (length, places) => {
    const list = shown({ list: { rows: rows(length), hasNext: true } });
    expect(count(list, "Page: 1")).toBe(places);
    expect(count(list, ">Refresh<")).toBe(places);
  });

  test("are numbered where their number is known [screens#pager]", () => {
    const list = shown({ list: { rows: rows(1), pages: 3 }, pages: { ...pages(2), isNumbered: true } });
    expect(list).toContain('aria-label="Page 3"');
    expect(list).not.toContain("Next page");
  });

  test("a list that is always whole has Refresh alone [screens#refresh]", () => {
    const list = shown({ list: { rows: rows(20) }, pages: undefined });
    expect(list).toContain("Refresh");
    expect(list).not.toContain("<nav");
  });
});

test("Refresh and Try again keep the open panel, and its tab [screens#refresh]", () => {
  const list = shown({
    error,
    place: { currentId: "row 0", openAt: "/things/row%200?q=a&tab=history", isLoading: false },
  });
  expect(count(list, 'href="/things/row%200?q=a&amp;tab=history"')).toBe(2);
  expect(list).not.toContain(`data-replace="" href="/things?q=a"`);
});

test("the number of rows, also of none, is a status that is read out when it changes [screens#result]", () => {
  const statusOf = (list: string) => /<span role="status"[^>]*>(.*?)<\/span>/.exec(list)?.[1];
  expect(statusOf(shown({ list: { rows: rows(3) } }))).toBe("3 records on this page");
  expect(statusOf(shown({ list: { rows: [], hasNext: false } }))).toBe("0 records on this page");
});

test("Refresh of a cached list has an address of its own, which nothing else carries on [screens#refresh]", () => {
  const list = shown({ refreshHref: "/things?q=a&refresh=1", looks: true });
  expect(count(list, 'href="/things?q=a&amp;refresh=1"')).toBe(count(list, ">Refresh<"));
});

describe("a page without rows", () => {
  const none = { rows: [], hasNext: false };
  test("past the last one leads back, to the last one if known [screens#empty-page]", () => {
    expect(shown({ list: none, pages: pages(9) })).toMatch(/No more rows.*page=8/);
    expect(shown({ list: { rows: [], pages: 3 }, pages: pages(9) })).toMatch(/No more rows.*page=3/);
  });

  test("under filters offers to clear them", () => {
    expect(shown({ list: none })).toMatch(/No things match.*href="\/things"/);
    const unfiltered = shown({ list: none, filter: { fields: null, isOn: false, clearHref: "/" } });
    expect(unfiltered).toContain("There are no things");
  });
});

describe("order and days", () => {
  const sentence = "This list cannot be sorted or narrowed by date.";
  const ways = [{ column: "id", label: "Id", descending: undefined, ascending: "oldest" }] as const;
  const choices = [
    { value: undefined, label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
  ] as const;
  const heads = orderHeads({ ways, choices }, "oldest", (sort) => `/things?sort=${sort ?? ""}`);

  test("are a header that is a link, which turns the one that is on round [screens#order]", () => {
    const list = shown({ heads });
    expect(list).toContain('aria-sort="ascending"');
    expect(list).toMatch(/<a href="\/things\?sort=" title="Newest first">Id/);
    expect(list).not.toContain(sentence);
  });

  test("that the service lacks are reported, and so is a URL with them", () => {
    const inVain = "This list cannot be sorted or narrowed by date: it is shown in its default order.";
    expect(shown({ unsorted: true })).toContain(sentence);
    expect(shown({ unsorted: true })).not.toContain(inVain);
    expect(shown({ unsorted: true })).not.toContain("aria-sort");
    expect(shown({ unsorted: true, sortIgnored: true })).toContain(inVain);
  });
});

test("an unreadable list says why and can be retried [screens#latest-wins]", () => {
  const list = shown({ list: undefined, error });
  expect(list).toMatch(/Bad Gateway.*href="\/things\?q=a".*Try again/);
  expect(list).toContain('aria-label="Dismiss"');
  expect(list).not.toContain("<table");
});

test("a row that could not be read keeps its place among the others [screens#unreadable]", () => {
  const unreadable = { unreadable: { key: "unreadable-1", id: "seven", problem: "id: missing" } };
  const list = shown({ list: { rows: [...rows(1), unreadable, { row: { id: "last" } }], hasNext: false } });
  expect(list).toMatch(/row 0.*seven.*could not be read.*id: missing.*last/);
  expect(list).toContain("3 records on this page");
});

test("the open row is the current one [screens#panel-beside]", () => {
  const list = shown({
    list: { rows: rows(3), hasNext: false },
    place: { isLoading: false, currentId: "row 1" },
    rowHref: ({ id }) => `/things/${id}`,
  });
  expect(list).toMatch(/<tr data-opens="" aria-current="true"><td[^>]*>row 1/);
});

test("'Last week' is Monday to Sunday of the week before, by the calendar of the zone [screens#order]", () => {
  const weekBefore = (at: string) => lastWeek(Date.parse(at), "Australia/Melbourne");
  const before = { from: "2026-11-16", to: "2026-11-22" };
  expect(weekBefore("2026-11-22T14:00:00Z"), "Monday there").toEqual(before);
  expect(weekBefore("2026-11-29T12:00:00Z"), "Sunday").toEqual(before);
  expect(weekBefore("2026-11-29T14:00:00Z").from, "the next Monday").toBe("2026-11-23");
});
