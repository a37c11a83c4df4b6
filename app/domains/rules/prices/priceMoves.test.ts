import { expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { countingMoves } from "./priceMoves.ts";

const fixed = (price: string, over: object = {}) =>
  customRule.parse({
    id: "r",
    name: "Fixed",
    enabled: true,
    deleted: false,
    rulesConditionsGroups: [],
    actions: [{ type: "FixedPrice", attributeName: "price", newValue: price }],
    ...over,
  });
const types = new Map([["price", "Decimal"]]);
const products = [{ price: "100.00" }, { price: 40 }, { title: "Without a price" }].map(
  (attributes, index) => ({ id: String(index), code: "", name: "", attributes, variants: [] }),
);
function moves(before: ReturnType<typeof fixed> | undefined, after: ReturnType<typeof fixed>) {
  const counting = countingMoves(before, after, types);
  for (const product of products) counting.look(product);
  return counting.result();
}

test("a change that makes products dearer, or free, is told; one that makes them cheaper is not [today#rules]", () => {
  expect(moves(undefined, fixed("50"))).toEqual({ raised: 1, freed: 0, of: 3 });
  expect(moves(undefined, fixed("0"))).toEqual({ raised: 0, freed: 2, of: 3 });
  expect(moves(undefined, fixed("30"))).toEqual({ raised: 0, freed: 0, of: 3 });
  expect(moves(fixed("30"), fixed("35"))).toEqual({ raised: 3, freed: 0, of: 3 });
});

test("switching a discount off, or deleting it, raises what it had lowered; what is not in force moves nothing", () => {
  const off = fixed("30", { enabled: false });
  expect(moves(fixed("30"), off)).toEqual({ raised: 2, freed: 0, of: 3 });
  expect(moves(fixed("30"), fixed("30", { deleted: true }))).toEqual({ raised: 2, freed: 0, of: 3 });
  expect(moves(undefined, fixed("500", { enabled: false }))).toEqual({ raised: 0, freed: 0, of: 3 });
});
