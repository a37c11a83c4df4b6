import { expect, test } from "vitest";
import { controlNumberSeries } from "#contract/ediExtensions.ts";
import { ediQueueLine } from "#contract/ediQueue.ts";
import { listOf } from "#contract/envelopes.ts";
import { toQueue, toSeries } from "./landing.server.ts";

const queue = (rows: object[]) => toQueue(listOf(ediQueueLine).parse(rows));

test("duties by party, late ones first; each line links to the list of exactly what it counts [edi#queue, edi#urgency]", () => {
  const person = { group: "needs-person", list: "orders" };
  const acknowledgements = {
    ...{ key: "a", group: "owed-by-partner", title: "acknowledgements", list: "interchanges" },
    ...{ filters: { owedByPartner: true, partner: "9300", sort: "oldest" }, count: 1200, partner: "Myer" },
    ...{ oldest_at: "2026-11-20T01:00:00Z", late_count: 3 },
  };
  const { groups, unreadable } = queue([
    { key: "g", group: "gaps", title: "gaps", list: "gaps", count: 2, partner: "Myer" },
    { ...person, key: "h", title: "orders on hold", filters: { states: ["hold"] }, count: 5 },
    { ...person, key: "x", title: "Odd", filters: { colour: "red" }, count: 1 },
    acknowledgements,
    { ...person, key: "z", title: "None", count: 0 },
    { key: "broken" },
  ]);
  expect(unreadable).toBe(1);
  expect(groups.map(({ title }) => title)).toEqual([
    ...["Owed by Myer", "Needs a person", "Gaps in the control numbers"],
  ]);
  expect(groups.flatMap(({ lines }) => lines)).toEqual([
    {
      ...{ key: "a", title: "acknowledgements", count: "1,200", oldestAt: "2026-11-20T01:00:00.000Z" },
      late: { words: "3 late", href: "/edi/myer/interchanges?partner=9300&sort=oldest&due=late&owed=1" },
      href: "/edi/myer/interchanges?partner=9300&sort=oldest&owed=1",
    },
    { key: "h", title: "orders on hold", count: "5", href: "/edi/myer/orders?state=hold" },
    { key: "x", title: "Odd", count: "1" },
    { key: "g", title: "gaps: Myer", count: "2", href: "#control-numbers" },
  ]);
});

const owed = (key: string, over: object) => ({
  ...{ key, group: "owed-to-partner", title: "order responses", list: "orders", count: 9, partner: key },
  filters: { owes: "response", partner: key, sort: "oldest" },
  ...{ late_count: 0, due_soon_count: 0, ...over },
});

test("sections and their lines by urgency: late, due in the next hour, a person, owed later, gaps [edi#urgency]", () => {
  const person = (key: string, oldest_at: string | null) => ({
    ...{ key, group: "needs-person", title: key, list: "orders", count: 1, oldest_at },
  });
  const { groups } = queue([
    { key: "gap", group: "gaps", title: "gaps", list: "gaps", count: 2 },
    owed("later", { next_due_at: "2026-12-02T01:00:00Z" }),
    person("young", "2026-11-22T01:00:00Z"),
    person("old", "2026-11-20T01:00:00Z"),
    person("ageless", null),
    owed("soon", { due_soon_count: 3, next_due_at: "2026-11-25T02:30:00Z" }),
    owed("sooner", { due_soon_count: 1, next_due_at: "2026-11-25T02:10:00Z" }),
    owed("late", { late_count: 2, late_since: "2026-11-24T01:00:00Z", due_soon_count: 4 }),
    owed("later than late", { key: "latest", late_count: 1, late_since: "2026-11-23T01:00:00Z" }),
  ]);
  const keys = groups.map(({ lines }) => lines.map(({ key }) => key).join(" "));
  expect(keys).toEqual(["latest", "late", "sooner", "soon", "ageless old young", "later", "gap"]);
});

test("late and soon due lead to the lists of exactly these [edi#landing-due, edi#due-filter]", () => {
  const row = owed("9300", { late_count: 2, late_since: "2026-11-23T01:00:00Z", due_soon_count: 3 });
  expect(queue([row]).groups[0]?.lines[0]).toMatchObject({
    late: { words: "2 late", href: "/edi/myer/orders?partner=9300&sort=oldest&due=late&owes=response" },
    soon: {
      words: "3 due in the next hour",
      href: "/edi/myer/orders?partner=9300&sort=oldest&due=hour&owes=response",
    },
    lateSince: { at: "2026-11-23T01:00:00.000Z", isLate: true },
  });
});

test("a series counts its gaps and duplicates, and numbers skipped together are one jump [edi#control-number-series]", () => {
  const gaps = [
    { from: "417", to: "417", missing: 1 },
    { from: "500", to: "42281", missing: 41782 },
  ];
  const [series] = toSeries(
    listOf(controlNumberSeries).parse([{ direction: "inbound", gaps, gap_count: 3, duplicate_count: 0 }]),
    false,
  );
  expect(series?.gaps.map(({ words }) => words)).toEqual([
    "417 missing",
    "500 to 42281 skipped: one jump over 41,782 numbers",
  ]);
  expect(series).toMatchObject({ gapCount: "3 gaps", moreGaps: 1, duplicateCount: "0 duplicates" });
});

test("gaps from before the numbers began again say so, and are settled as such [edi#runs]", () => {
  const gap = { from: "3", to: "3", missing: 1 };
  const row = { run: 1, lowest: "1", highest: "5", gaps: [{ ...gap, run: 1 }, gap] };
  const [series] = toSeries(listOf(controlNumberSeries).parse([row]), true);
  expect(series?.about).toBe("control references 1 to 5 since they began again");
  expect(series?.gaps.map(({ words, settleHref }) => [words, settleHref])).toEqual([
    ["3 missing", "/edi/myer/gap?first=3&last=3&run=1"],
    ["3 missing, before the numbers began again", "/edi/myer/gap?first=3&last=3"],
  ]);
});
