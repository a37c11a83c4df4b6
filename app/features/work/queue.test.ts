import { expect, test } from "vitest";
import { listAt } from "./paths.ts";
import { doneWords, endWords, nextOf, tallyWords, withEnd, withListed } from "./queue.ts";

test("what was done is counted in words [queue#end]", () => {
  const ends = [
    ...["Retry", "Put On Hold", "Retry"].map((what) => ({ is: "acted", what, name: "" }) as const),
    ...[{ is: "skipped", name: "" } as const, { is: "handed", what: "Riley", name: "" } as const],
  ];
  const done = ends.map((end) => ({ words: endWords(end) }));
  expect(tallyWords(done)).toBe("2 retried, 1 put on hold, 1 skipped, 1 handed over");
  const outcomes = ["failed again at Triage", undefined, "failed again at Triage"];
  expect(tallyWords(done.map((one, index) => ({ ...one, outcome: outcomes[index] })))).toBe(
    "2 retried: 2 failed again at Triage; 1 put on hold; 1 skipped; 1 handed over",
  );
  expect(["Resubmit to AP21", "Escalate"].map(doneWords)).toEqual(["resubmitted to AP21", "Escalate"]);
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

test("the lists of records have an address to be worked through; other pages have none [queue#start]", () => {
  expect(listAt("/returns/?status=failed&step=triage")).toEqual({
    ...{ kind: "returns", alias: "", list: "?status=failed&step=triage" },
  });
  expect(listAt("/store/CLK/orders")).toEqual({ kind: "orders", alias: "CLK", list: "" });
  expect(listAt("/edi/myer/orders?state=failed")?.kind).toBe("edi-orders");
  expect(listAt("/returns/credits?store=CLK")).toEqual({ kind: "credits", alias: "", list: "?store=CLK" });
  expect(listAt("/products/refused?message=a")).toEqual({ kind: "products", alias: "", list: "?message=a" });
  expect(listAt("/store/CLK/products?invalid=1")?.alias).toBe("CLK");
  expect(["/orders/order-1", "/store/CLK/customrules", "/products"].map(listAt)).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});
