import { expect, test } from "vitest";
import { exoSearch } from "#app/domains/exos/paths.ts";
import { orderSearch } from "#app/domains/orders/paths.ts";
import { auditSearch } from "#app/features/audit/paths.ts";
import { parseSearch } from "#app/features/find/parsedSearch.ts";
import { searchText } from "#contract/searchText.ts";
import type { Search } from "./search.ts";

const daysIn = <Filter extends object>(search: Search<Filter>, query: string) => {
  const filter = search.read(query);
  return { written: search.write(filter), isFiltered: search.isFiltered(filter) };
};

test("a day that the calendar does not have is not set, and the list is not filtered [addresses#bad-filter]", () => {
  const last = "?last=9999-12-31";
  for (const day of ["2026-09-31", "2026-02-30", "2026-13-01", "0000-11-20", "0002-01-01", "soon"])
    for (const days of [
      daysIn(orderSearch, `?last=${day}`),
      daysIn(exoSearch, `?last=${day}`),
      daysIn(auditSearch, `?last=${day}`),
    ])
      expect(days).toEqual({ written: "", isFiltered: false });
  expect(daysIn(orderSearch, last)).toEqual({ written: last, isFiltered: true });
});

test("the search fields of lists read a number as Find does [find#folding]", () => {
  for (const [typed, number] of [
    ["#VOL10164", "VOL10164"],
    ["VOL 10164", "VOL10164"],
    ["RA 6591999", "RA6591999"],
    ["ra# 6591999,", "RA6591999"],
    ["exo 622", "EXO-000622"],
    ["\u200e2010 0651", "20100651"],
    ["12 Main St", "12 Main St"],
    ["0412 345 678", "0412 345 678"],
    ["zo\u00eb", "zo\u00eb"],
  ] as const) {
    expect(orderSearch.read([["q", typed]]).query, typed).toBe(number);
    expect(exoSearch.read([["order", typed]]).orderId).toBe(number);
    const { code, exoName, raNumber, text } = parseSearch(typed);
    expect([code, exoName, raNumber, text]).toContain(number);
  }
});

test("what a search field reads is within what calls take, however much was pasted [calls#search-text]", () => {
  const { query } = orderSearch.read([["q", "a ".repeat(5_000)]]);
  expect(query).toHaveLength(199);
  expect(searchText.safeParse(query).success).toBe(true);
  expect(searchText.safeParse("a ".repeat(101)).success).toBe(false);
});
