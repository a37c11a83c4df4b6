import { expect, test } from "vitest";
import type { Listed } from "#app/core/lists/listed.ts";
import { opensOf, siblingsOf, withOpenTab } from "./siblingRecords.ts";

const rows: Listed<{ id: string }>[] = [
  { row: { id: "a" } },
  { unreadable: { key: "unreadable-1", id: "b", problem: "id: missing" } },
  { row: { id: "c" } },
  { row: { id: "" } },
  { row: { id: "d" } },
];
const opens = opensOf(rows, {
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => id && `/things/${id}?page=2`,
  rowName: ({ id }) => `Thing ${id}`,
});
const [a, c, d] = opens.map(({ href, name }) => ({ href: `${href}&tab=history`, name }));
const sibling = (id: string, was?: number) => siblingsOf(opens, id, was, (href) => `${href}&tab=history`);

test("next to a record are the nearest rows that open, by name [screens#beside]", () => {
  expect(c).toEqual({ href: "/things/c?page=2&tab=history", name: "Thing c" });
  expect(sibling("c")).toEqual({ place: { at: 2, of: 3, name: "Thing c" }, previous: a, next: d });
});

test("at the edges of a page one way leads nowhere", () => {
  expect(sibling("a")).toEqual({ place: { at: 1, of: 3, name: "Thing a" }, next: c });
  expect(sibling("d")).toEqual({ place: { at: 3, of: 3, name: "Thing d" }, previous: c });
});

test("a record that has left the page has its successor as next; one that was never there has none", () => {
  expect(sibling("gone", 1)).toEqual({ previous: a, next: c });
  expect(sibling("gone", 0)).toEqual({ next: a });
  expect(sibling("gone", 9)).toEqual({ previous: d });
  expect(siblingsOf([], "gone", 2, (href) => href)).toEqual({});
  expect(sibling("gone")).toBeUndefined();
});

test("the link to a record keeps the open tab, and nothing else of the previous one", () => {
  const kept = withOpenTab("/things/c?page=2", "?page=2&tab=history&records=3");
  expect(kept).toBe("/things/c?page=2&tab=history");
  expect(withOpenTab("/things/c", "?page=2")).toBe("/things/c");
});
