import fc from "fast-check";
import { expect, test } from "vitest";
import { type CustomRule, customRule } from "#contract/rules.ts";
import { cases } from "#tests/support/models.ts";
import { placeAt, placeOptions, readPlace } from "./place.ts";

const numbered = (...priorities: (number | string)[]): CustomRule[] =>
  priorities.map((priority, index) => customRule.parse({ id: `r${index}`, priority }));
const written = (others: CustomRule[], at: number, own?: number) => {
  const placed = placeAt(others, at, own);
  return placed && { ...placed, shifts: placed.shifts.map(({ rule, priority }) => [rule.id, priority]) };
};

test("the middle free number between two neighbours is taken, and no other rule is saved [rules#place]", () => {
  const between = (others: number[], at: number, own?: number) => written(numbered(...others), at, own);
  expect(between([10, 20], 1)).toEqual({ priority: 15, shifts: [] });
  expect(between([10, 20], 0)).toEqual({ priority: 9, shifts: [] });
  expect(between([10, 20], 2)).toEqual({ priority: 21, shifts: [] });
  expect(between([10, 20], 1, 12)).toEqual({ priority: 12, shifts: [] });
  expect(between([1.2, 2.5], 1)).toEqual({ priority: 2, shifts: [] });
});

test("where none is free the side with fewer rules gives way, the furthest first [rules#place]", () => {
  expect(written(numbered(10, 11, 12, 20), 1)).toEqual({ priority: 10, shifts: [["r0", 9]] });
  expect(written(numbered(9, 10, 11, 20), 2)).toEqual({ priority: 11, shifts: [["r2", 12]] });
  const shifts = ["r3", "r2"].map((id) => [id, 3]);
  expect(written(numbered(1, 1, 2, 2, 4), 2)).toEqual({ priority: 2, shifts });
});

test("a neighbour without a number to go by is no place", () => {
  expect(placeAt(numbered(1, "soon"), 2)).toBeUndefined();
  expect(written(numbered(1, "soon"), 1)).toEqual({ priority: 2, shifts: [] });
});

const orderOf = (rules: CustomRule[]) =>
  rules
    .map((rule, index) => ({ rule, index }))
    .sort((a, b) => Number(a.rule.priority) - Number(b.rule.priority) || a.index - b.index)
    .map(({ rule }) => rule.id);

/** The minimum number of other rules to save, by brute force over a small range. */
function fewest(numbers: number[], at: number): number {
  const range = Array.from({ length: 15 }, (_, index) => index - 5);
  const tryFrom = (chosen: number[]): number => {
    if (chosen.length < numbers.length) {
      return Math.min(...range.map((number) => tryFrom([...chosen, number])));
    }
    const isStored = chosen.every((number, index) => {
      if (index === 0) return true;
      const was = (numbers[index] ?? 0) - (numbers[index - 1] ?? 0);
      const is = number - (chosen[index - 1] ?? 0);
      return was === 0 ? is === 0 || is > 0 : is > 0;
    });
    const [before = -100, after = 100] = [chosen[at - 1], chosen[at]];
    if (!isStored || after - before < 2) return Number.POSITIVE_INFINITY;
    return chosen.filter((number, index) => number !== numbers[index]).length;
  };
  return tryFrom([]);
}

test("the rule gets its place, no other order changes on the way, and no way needs fewer writes [rules#place]", () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(numbers, fc.nat(3), (unsorted, place) => {
      const sorted = unsorted.toSorted((a, b) => a - b);
      const at = place % (sorted.length + 1);
      const others = numbered(...sorted);
      const order = orderOf(others);
      const placed = placeAt(others, at);
      if (!placed) throw new Error("no place");
      for (const { rule, priority } of placed.shifts) {
        rule.priority = priority;
        expect(orderOf(others)).toEqual(order);
      }
      const numbersNow = others.map(({ priority }) => Number(priority));
      expect(numbersNow.filter((number) => number < placed.priority)).toHaveLength(at);
      expect(numbersNow.filter((number) => number > placed.priority)).toHaveLength(others.length - at);
      expect(placed.shifts).toHaveLength(fewest(sorted, at));
    }),
    { numRuns: cases(60) },
  );
});

test("a form offers a place before and after each other rule, and reads it back [rules#place]", () => {
  const bare = { enabled: true, rulesConditionsGroups: [], actions: [] };
  const rule = (id: string, priority: number, deleted = false) => ({
    ...{ id, name: id.toUpperCase(), priority, deleted, ...bare },
  });
  const rules = [rule("b", 20), rule("a", 10), rule("me", 15), rule("gone", 5, true)];
  const options = placeOptions(rules, "me");
  const labels = options.map(({ label }) => label).join(", ");
  expect(labels).toBe("Before A (10), After A (10), Before B (20), After B (20)");
  expect(options.map(({ value }) => readPlace(value, rules, "me")?.at)).toEqual([0, 1, 1, 2]);
  expect(readPlace("before gone", rules, "me")).toBeUndefined();
});
