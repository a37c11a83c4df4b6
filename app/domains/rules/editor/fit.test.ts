import { expect, test } from "vitest";
import { fittingAction, fittingComparator } from "./editor.ts";

const action = (type: string, byItself: string, newValue = "") => ({
  type,
  byItself,
  newValue,
  originalValue: "",
  percentOf: "",
  percentValue: "",
});

test("an action's type gives way to one that fits another attribute, unless a person chose it and filled it in [rules#fitting]", () => {
  const cases: [string, ReturnType<typeof action>, string][] = [
    ["the one that every action starts with", action("ReplaceString", "ReplaceString"), "FixedPrice"],
    ["chosen by itself, filled in", action("ReplaceString", "ReplaceString", "5"), "FixedPrice"],
    ["chosen by a person, nothing filled in", action("AppendString", "ReplaceString"), "FixedPrice"],
    ["chosen by a person and filled in", action("AppendString", "ReplaceString", "!"), "AppendString"],
    ["as the rule was opened, filled in", action("ReplaceString", "", "x"), "ReplaceString"],
    ["one that fits", action("AmountDiscount", "FixedPrice", "5"), "AmountDiscount"],
    ["one that nobody here knows", action("RoundToNearest", ""), "RoundToNearest"],
  ];
  expect(cases.map(([name, before]) => [name, before, fittingAction(before, "Decimal").type])).toEqual(cases);
  for (const [, before] of cases) expect(fittingAction(before, "Decimal").newValue).toBe(before.newValue);
  const priced = fittingAction(action("ReplaceString", "ReplaceString"), "Decimal");
  expect(fittingAction({ ...priced, newValue: "5" }, "Array").type, "and to the next").toBe("RemoveItem");
  expect(fittingAction(action("FixedPrice", "FixedPrice"), undefined).type, "its type unknown").toBe(
    "FixedPrice",
  );
});

test("a comparator gives way as well [rules#fitting]", () => {
  const cases: [string, string, string | undefined, string][] = [
    ["Equals", "", "Array", ""],
    ["Equals", "Sale", "Array", "Equals"],
    ["IsNull", "", "Array", ""],
    ["IsNull", "", "Decimal", "IsNull"],
    ["SoundsLike", "", "Array", "SoundsLike"],
    ["Contains", "", undefined, "Contains"],
  ];
  expect(
    cases.map(([comparator, operand, type]) => [
      comparator,
      operand,
      type,
      fittingComparator({ comparator, operand }, type),
    ]),
  ).toEqual(cases);
});
