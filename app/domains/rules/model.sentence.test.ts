import { expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { ruleInWords } from "./model.ts";

const said = (rule: object) => ruleInWords(customRule.parse({ id: "r", ...rule }));
const when = (operand1: string, comparisonOperator: string, operand2 = "") => {
  return { operand1, comparisonOperator, operand2 };
};

test("a rule is one sentence: where, then what, groups joined by and, conditions by their group's word [rules#in-words]", () => {
  const both = [when("rrpPrice", "GreaterThan", "60"), when("brand", "IsNotNull")];
  const either = [when("colour", "Equals", "Black"), when("colour", "Contains", "Jet"), when("", "")];
  const rule = {
    rulesConditionsGroups: [{ logicalOperator: "And", rulesConditions: both }, { rulesConditions: either }],
    actions: [
      { type: "PercentDiscount", attributeName: "price", percentValue: "20", percentOf: "rrpPrice" },
      { type: "AddItem", attributeName: "categories", newValue: "Sale" },
      { type: "ReplaceString" },
    ],
  };
  expect(said(rule)).toBe(
    "Where (rrpPrice greater than 60 and brand is not null) and (colour equals Black or colour contains Jet): sets price to rrpPrice less 20 %, adds 'Sale' to categories.",
  );
});

test("one group needs no brackets; no condition is every product; no action does nothing; unknown codes are unchanged [rules#in-words]", () => {
  const conditions = [when("a", "Equals", "1"), when("b", "SoundsLike", "c")];
  const idle = said({ rulesConditionsGroups: [{ rulesConditions: conditions }] });
  expect(idle).toBe("Where a equals 1 or b SoundsLike c: does nothing.");
  const rounding = { type: "RoundToNearest", attributeName: "price", newValue: "0.05" };
  expect(said({ actions: [rounding] })).toBe("Every product: does 'RoundToNearest' to price.");
});

test("each type of action has its words [rules#in-words]", () => {
  const cases: [object, string][] = [
    [{ type: "FixedPrice", newValue: "49.95" }, "sets price to $49.95"],
    [{ type: "AmountDiscount", newValue: 10 }, "takes $10 off price"],
    [{ type: "PercentDiscount", percentValue: 5, percentOf: "price" }, "takes 5 % off price"],
    [{ type: "RemoveItem", orignalValue: "Old" }, "removes 'Old' from price"],
    [{ type: "ReplaceItem", orignalValue: "Old", newValue: "New" }, "replaces 'Old' in price by 'New'"],
    [{ type: "ReplaceString", orignalValue: "Old", newValue: "New" }, "replaces 'Old' in price by 'New'"],
    [{ type: "ReplaceString", newValue: "New" }, "sets price to 'New'"],
    [{ type: "AppendString", newValue: "!" }, "appends '!' to price"],
  ];
  const words = (action: object) => said({ actions: [{ attributeName: "price", ...action }] });
  for (const [action, text] of cases) expect(words(action)).toBe(`Every product: ${text}.`);
});
