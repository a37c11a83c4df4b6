import fc from "fast-check";
import { expect, test } from "vitest";
import { type CustomRule, customRule } from "#contract/rules.ts";
import { actions } from "#tests/support/ruleArbitraries.ts";
import { overlaps } from "./preview.ts";

const at = (hours: number) => new Date(Date.UTC(2026, 10, 1) + hours * 3_600_000).toISOString();
const bound = fc.option(fc.integer({ min: 0, max: 200 }).map(at), { nil: null });
const stored = fc
  .record({
    id: fc.integer({ min: 1, max: 40 }).map(String),
    enabled: fc.boolean(),
    deleted: fc.boolean(),
    priority: fc.integer({ min: 0, max: 5 }),
    startDate: bound,
    endDate: bound,
    actions,
  })
  .map((parts): CustomRule => customRule.parse(parts));

test("rules that meet another one are enabled, not deleted, of another id, of a shared attribute, in priority order", () => {
  fc.assert(
    fc.property(stored, fc.array(stored, { maxLength: 12 }), (mine, others) => {
      const found = overlaps(mine, others);
      const names = (one: CustomRule) => one.actions.map(({ attributeName }) => attributeName);
      for (const { rule: other, attributes, order } of found) {
        expect([other.enabled, other.deleted, other.id === mine.id]).toEqual([true, false, false]);
        expect(attributes.length).toBeGreaterThan(0);
        for (const name of attributes) {
          expect(names(mine)).toContain(name);
          expect(names(other)).toContain(name);
        }
        const difference = Math.sign(Number(other.priority) - Number(mine.priority));
        expect(order).toBe(["before", "same", "after"][difference + 1]);
      }
      const priorities = found.map(({ rule: other }) => Number(other.priority));
      expect(priorities).toEqual(priorities.toSorted((one, other) => one - other));
    }),
  );
});

test("rules meet where there is a moment at which both run", () => {
  const price = { type: "FixedPrice", attributeName: "price", newValue: "1" };
  type Span = [from: number | null, to: number | null];
  const ruleOf = (id: string, [from, to]: Span) => {
    const limits = { startDate: from === null ? null : at(from), endDate: to === null ? null : at(to) };
    return customRule.parse({ id, enabled: true, priority: 0, ...limits, actions: [price] });
  };
  const meets = (mine: Span, other: Span) => overlaps(ruleOf("1", mine), [ruleOf("2", other)]).length === 1;
  expect(meets([0, 10], [9, 20])).toBe(true);
  expect(meets([0, 10], [10, 20])).toBe(false);
  expect(meets([null, null], [10, 20])).toBe(true);
  expect(meets([null, 5], [5, null])).toBe(false);
  expect(overlaps({ ...ruleOf("1", [null, null]), id: undefined }, [ruleOf("2", [null, null])])).toHaveLength(
    1,
  );
});
