import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { alignLists, isSameRule, versionLines } from "./compare.ts";

const condition = (operand1: string, operand2: string) => ({
  operand1,
  comparisonOperator: "Equals",
  operand2,
});
const wire = {
  id: "r",
  name: "A",
  enabled: true,
  priority: 1,
  rulesConditionsGroups: [
    {
      logicalOperator: "Or",
      rulesConditions: [condition("a", "1"), condition("b", "2"), condition("c", "3")],
    },
  ],
  actions: [{ type: "FixedPrice", attributeName: "price", newValue: "5" }],
};
const rule = customRule.parse(wire);
const show = (moment: unknown) => String(moment ?? "–");
const differing = (theirs: object, mine: object) =>
  versionLines(customRule.parse(theirs), customRule.parse(mine), show)
    .filter(({ differs }) => differs)
    .map(({ label, theirs: left, mine: right }) => [label, left, right]);

describe("the same rule", () => {
  test.each([
    { ...wire, version: 9, history: [{}] },
    { ...wire, priority: "1", startDate: null, note: "" },
    { ...wire, enabled: "true", deleted: null },
  ])("%#", (other) => expect(isSameRule(rule, customRule.parse(other))).toBe(true));

  test.each([
    { ...wire, name: "B" },
    { ...wire, deleted: true },
    { ...wire, campaignCode: "x" },
    { ...wire, rulesConditionsGroups: [] },
    { ...wire, actions: [{ ...wire.actions[0], roundingMode: "up" }] },
  ])("another: %#", (other) => expect(isSameRule(rule, customRule.parse(other))).toBe(false));
});

describe("two versions side by side", () => {
  test("same ones have no line that differs", () => expect(differing(wire, wire)).toEqual([]));

  test("a condition that came or went moves no other", () => {
    const [a, b, c] = [condition("a", "1"), condition("b", "2"), condition("c", "3")];
    const other = { ...wire, rulesConditionsGroups: [{ logicalOperator: "And", rulesConditions: [a, c] }] };
    expect(differing(other, { ...wire, rulesConditionsGroups: [{ rulesConditions: [a, b, c] }] })).toEqual([
      ["Group 1", "And", "Or"],
      ["Group 1, condition 2", "", "b equals 2"],
    ]);
  });

  test("field by field, unknown ones among them", () => {
    const theirs = { ...wire, name: "B", deleted: true, campaignCode: "X", actions: [] };
    expect(differing(theirs, { ...wire, endDate: "2026-01-01" })).toEqual([
      ["Name", "B", "A"],
      ["Deleted", "Yes", "No"],
      ["End Date", "–", "2026-01-01"],
      ["Action 1", "", "price: Fixed Price '5'"],
      ["campaignCode", "X", ""],
    ]);
  });

  test("actions that differ in what nobody sees here differ nevertheless", () => {
    const theirs = { ...wire, actions: [{ ...wire.actions[0], roundingMode: "up" }] };
    expect(differing(theirs, wire)).toHaveLength(1);
  });
});

describe("lists side by side", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  test("every element stands on one line, in order", () => {
    fc.assert(
      fc.property(letters, letters, (theirs, mine) => {
        const pairs = alignLists(theirs, mine);
        const side = (which: 0 | 1) =>
          pairs.flatMap((pair) => (pair[which] === undefined ? [] : [pair[which]]));
        expect(side(0)).toEqual(theirs.map((_, index) => index));
        expect(side(1)).toEqual(mine.map((_, index) => index));
        expect(pairs.every(([left, right]) => left !== undefined || right !== undefined)).toBe(true);
      }),
    );
  });
  test("a list beside itself is on common lines", () => {
    fc.assert(
      fc.property(letters, (list) => {
        expect(alignLists(list, list)).toEqual(list.map((_, index) => [index, index]));
      }),
    );
  });
});
