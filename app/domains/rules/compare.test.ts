import fc from "fast-check";
import { expect, test } from "vitest";
import { customRule } from "#contract/rules.ts";
import { alignLists, isSameRule, versionLines } from "./compare.ts";

const condition = (operand1: string, operand2: string) => {
  return { operand1, comparisonOperator: "Equals", operand2 };
};
const [a, b, c] = [condition("a", "1"), condition("b", "2"), condition("c", "3")];
const wire = {
  ...{ id: "r", name: "A", enabled: true, priority: 1 },
  rulesConditionsGroups: [{ logicalOperator: "Or", rulesConditions: [a, b, c] }],
  actions: [{ type: "FixedPrice", attributeName: "price", newValue: "5" }],
};
const rule = customRule.parse(wire);
const show = (moment: unknown) => String(moment ?? "–");
const differing = (theirs: object, mine: object) =>
  versionLines(customRule.parse(theirs), customRule.parse(mine), show)
    .filter(({ differs }) => differs)
    .map(({ label, theirs: left, mine: right }) => [label, left, right]);

test("two rules are the same whatever their version and history, however a value is written", () => {
  const isSame = (other: object) => isSameRule(rule, customRule.parse({ ...wire, ...other }));
  const written = { priority: "1", startDate: null, note: "", enabled: "true", deleted: null };
  const same = [{ version: 9, history: [{}] }, written];
  const rounded = { actions: [{ ...wire.actions[0], roundingMode: "up" }] };
  const others = [{ name: "B" }, { deleted: true }, { campaignCode: "x" }, { rulesConditionsGroups: [] }];
  expect([...same, ...others, rounded].filter(isSame)).toEqual(same);
});

test("two versions are compared side by side field by field; an added or removed condition moves no other", () => {
  expect(differing(wire, wire)).toEqual([]);
  const other = { ...wire, rulesConditionsGroups: [{ logicalOperator: "And", rulesConditions: [a, c] }] };
  expect(differing(other, { ...wire, rulesConditionsGroups: [{ rulesConditions: [a, b, c] }] })).toEqual([
    ["Group 1", "And", "Or"],
    ["Group 1, condition 2", "", "b equals 2"],
  ]);
  const theirs = { ...wire, name: "B", deleted: true, campaignCode: "X", actions: [] };
  expect(differing(theirs, { ...wire, endDate: "2026-01-01" })).toEqual([
    ["Name", "B", "A"],
    ["Deleted", "Yes", "No"],
    ["End Date", "–", "2026-01-01"],
    ["Action 1", "", "price: Fixed Price '5'"],
    ["campaignCode", "X", ""],
  ]);
  const unseen = { ...wire, actions: [{ ...wire.actions[0], roundingMode: "up" }] };
  expect(differing(unseen, wire), "also where nobody sees it here").toHaveLength(1);
});

test("in lists side by side every element has one line, in order, and a list matches itself", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, (theirs, mine) => {
      const pairs = alignLists(theirs, mine);
      const side = (which: 0 | 1) => pairs.flatMap((pair) => pair[which] ?? []);
      expect(side(0)).toEqual(theirs.map((_, index) => index));
      expect(side(1)).toEqual(mine.map((_, index) => index));
      expect(pairs.every(([left, right]) => left !== undefined || right !== undefined)).toBe(true);
      expect(alignLists(mine, mine)).toEqual(mine.map((_, index) => [index, index]));
    }),
  );
});
