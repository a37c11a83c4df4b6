import { expect, test } from "vitest";
import { fittingAction, fittingComparator } from "./editor.ts";

const action = (type: string, byItself: string, newValue = "") => {
  return { type, byItself, newValue, originalValue: "", percentOf: "", percentValue: "" };
};

test("an action's type gives way to one that fits another attribute, unless a person chose it and filled it in [rules#fitting]", () => {
  const cases = [
    ["the one that every action starts with", action("ReplaceString", "ReplaceString"), "FixedPrice"],
    ["chosen by itself, filled in", action("ReplaceString", "ReplaceString", "5"), "FixedPrice"],
    ["chosen by a person, nothing filled in", action("AppendString", "ReplaceString"), "FixedPrice"],
    ["chosen by a person and filled in", action("AppendString", "ReplaceString", "!"), "AppendString"],
    ["as the rule was opened, filled in", action("ReplaceString", "", "x"), "ReplaceString"],
    ["one that fits", action("AmountDiscount", "FixedPrice", "5"), "AmountDiscount"],
    ["one that nobody here knows", action("RoundToNearest", ""), "RoundToNearest"],
  ] as const;
  for (const [name, before, type] of cases)
    expect(fittingAction(before, "Decimal"), name).toMatchObject({ type, newValue: before.newValue });
  const priced = fittingAction(action("ReplaceString", "ReplaceString"), "Decimal");
  expect(fittingAction({ ...priced, newValue: "5" }, "Array").type, "and to the next").toBe("RemoveItem");
  const unknown = fittingAction(action("FixedPrice", "FixedPrice"), undefined);
  expect(unknown.type, "its type unknown").toBe("FixedPrice");
});

test("a comparator gives way as well [rules#fitting]", () => {
  const cases = [
    ["Equals", "", "Array", ""],
    ["Equals", "Sale", "Array", "Equals"],
    ["IsNull", "", "Array", ""],
    ["IsNull", "", "Decimal", "IsNull"],
    ["SoundsLike", "", "Array", "SoundsLike"],
    ["Contains", "", undefined, "Contains"],
  ] as const;
  for (const [comparator, operand, type, fitting] of cases)
    expect(fittingComparator({ comparator, operand }, type), `${comparator} ${type}`).toBe(fitting);
});
