import { expect, test } from "vitest";
import { endWords, nextOf, withEnd, withListed } from "./queue.ts";

test("what became of a record is said in a word or two [queue#end]", () => {
  const ends = [
    ...["Retry", "Put On Hold"].map((what) => ({ is: "acted", what, name: "" }) as const),
    ...[{ is: "skipped", name: "" } as const, { is: "handed", what: "Riley", name: "" } as const],
  ];
  expect(ends.map(endWords)).toEqual(["retried", "put on hold", "skipped", "handed over"]);
});

test("a record keeps its place when others leave and come, and is offered again once it is back [queue#place]", () => {
  const rows = (...ids: string[]) => ids.map((id) => ({ id, href: `/returns/${id}` }));
  const began = withListed([], rows("a", "b", "c"), true);
  const seen = withEnd(withListed(began, rows("c", "d"), true), "a", { is: "left", name: "" });
  expect(seen.map(({ id, isListed }) => [id, isListed])).toEqual([
    ["a", false],
    ["b", false],
    ["c", true],
    ["d", true],
  ]);
  expect(nextOf(seen, "d")?.id).toBe("b");
  expect(nextOf(withListed(seen, rows("a"), true), "b")?.id).toBe("c");
  expect(withListed(seen, rows("a"), true)[0]).toMatchObject({ id: "a", isListed: true, end: undefined });
  expect(
    withListed(began, rows("c"), false).every(({ isListed }) => isListed),
    "a list that was cut",
  ).toBe(true);
});
