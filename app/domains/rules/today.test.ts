import { expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { movedBy } from "./today.server.ts";

const fixed = (price: string, over: object = {}) =>
  customRule.parse({
    ...{ id: "r", name: "Fixed", enabled: true, deleted: false },
    rulesConditionsGroups: [],
    actions: [{ type: "FixedPrice", attributeName: "price", newValue: price }],
    ...over,
  });
const types = new Map([["price", "Decimal"]]);
const products = [{ price: "100.00" }, { price: 40 }, { title: "Without a price" }].map(
  (attributes, index) => ({ id: String(index), code: "", name: "", attributes, variants: [] }),
);
function moves(before: ReturnType<typeof fixed> | undefined, after: ReturnType<typeof fixed>) {
  const moved = products.map(movedBy(before, after, types));
  return ["raised", "freed"].map((way) => moved.filter((one) => one === way).length);
}

test.each([
  ["it makes products dearer", undefined, fixed("50"), 1, 0],
  ["it makes them free", undefined, fixed("0"), 0, 2],
  ["it makes them cheaper", undefined, fixed("30"), 0, 0],
  ["its price goes up", fixed("30"), fixed("35"), 3, 0],
  ["a discount is switched off", fixed("30"), fixed("30", { enabled: false }), 2, 0],
  ["a discount is deleted", fixed("30"), fixed("30", { deleted: true }), 2, 0],
  ["it is not in force", undefined, fixed("500", { enabled: false }), 0, 0],
])(
  "what a change of a rule raises and frees is told: %s [today#rules]",
  (_, before, after, raised, freed) => {
    expect(moves(before, after)).toEqual([raised, freed]);
  },
);
