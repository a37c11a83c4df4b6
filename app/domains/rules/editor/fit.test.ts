import { describe, expect, test } from "vitest";
import { fittingAction, fittingComparator } from "./fit.ts";

const action = (type: string, byItself: string, newValue = "") => ({
  type,
  byItself,
  newValue,
  originalValue: "",
  percentOf: "",
  percentValue: "",
});

describe("an action's type for another attribute", () => {
  test.each([
    ["the one that every action starts with", action("ReplaceString", "ReplaceString"), "FixedPrice"],
    ["chosen by itself, filled in", action("ReplaceString", "ReplaceString", "5"), "FixedPrice"],
    ["chosen by a person, nothing filled in", action("AppendString", "ReplaceString"), "FixedPrice"],
    ["chosen by a person and filled in", action("AppendString", "ReplaceString", "!"), "AppendString"],
    ["as the rule was opened, filled in", action("ReplaceString", "", "x"), "ReplaceString"],
    ["one that fits", action("AmountDiscount", "FixedPrice", "5"), "AmountDiscount"],
    ["one that nobody here knows", action("RoundToNearest", ""), "RoundToNearest"],
  ])("%s", (_, before, type) => {
    const after = fittingAction(before, "Decimal");
    expect(after.type).toBe(type);
    expect(after.newValue).toBe(before.newValue);
  });

  test("follows from one attribute to the next", () => {
    const priced = fittingAction(action("ReplaceString", "ReplaceString"), "Decimal");
    expect(fittingAction({ ...priced, newValue: "5" }, "Array").type).toBe("RemoveItem");
  });

  test("stays where the attribute's type is not known", () => {
    expect(fittingAction(action("FixedPrice", "FixedPrice"), undefined).type).toBe("FixedPrice");
  });
});

test.each([
  ["Equals", "", "Array", ""],
  ["Equals", "Sale", "Array", "Equals"],
  ["IsNull", "", "Array", ""],
  ["IsNull", "", "Decimal", "IsNull"],
  ["SoundsLike", "", "Array", "SoundsLike"],
  ["Contains", "", undefined, "Contains"],
])("a comparator %s with '%s' for %s: '%s'", (comparator, operand, type, expected) => {
  expect(fittingComparator({ comparator, operand }, type)).toBe(expected);
});
