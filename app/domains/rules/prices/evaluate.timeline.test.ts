import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleSearch } from "#app/domains/rules/paths.ts";
import { customRule } from "#contract/rules.ts";
import { isInForceAt } from "./evaluate.ts";
import { toTimeline } from "./preview.ts";

const now = Date.parse("2026-11-20T00:00:00Z");
const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
const rule = (id: string, over: object) =>
  customRule.parse({ id, name: id, enabled: true, priority: 1, ...over });
const place = { alias: "CLK", filter: ruleSearch.every };

test("each time has the rules in force, in their order, and says what begins and ends [rules#timeline]", () => {
  const rules = [
    rule("always", { priority: 20 }),
    rule("soon", { priority: 5, startDate: at(2), endDate: at(4) }),
    rule("over", { endDate: at(-1) }),
    rule("off", { enabled: false, startDate: at(1) }),
  ];
  const { periods, isCut } = toTimeline(rules, now, place);
  expect(isCut).toBe(false);
  const ids = periods.map(({ from, to, rules, begins, ends }) => [
    from,
    to,
    rules.map(({ id }) => id),
    begins,
    ends,
  ]);
  expect(ids).toEqual([
    ["", at(2), ["always"], [], []],
    [at(2), at(4), ["soon", "always"], ["soon"], []],
    [at(4), "", ["always"], [], ["soon"]],
  ]);
});

test("rules of one priority are marked: their order is not certain [rules#timeline]", () => {
  const rules = [rule("a", {}), rule("b", { startDate: at(2) }), rule("c", { priority: 2 })];
  const tied = toTimeline(rules, now, place).periods.map((period) =>
    period.rules.flatMap(({ id, isTied }) => (isTied ? [id] : [])),
  );
  expect(tied).toEqual([[], ["a", "b"]]);
});

test("at every moment from now on the timeline has the rules in force [rules#timeline]", () => {
  const day = fc.option(fc.integer({ min: -5, max: 9 }).map(at), { nil: null });
  const some = fc.array(fc.tuple(day, day, fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(some, fc.integer({ min: 0, max: 240 }), (made, hours) => {
      const rules = made.map(([startDate, endDate, enabled], index) =>
        rule(String(index), { startDate, endDate, enabled }),
      );
      const moment = now + hours * 3_600_000;
      const period = toTimeline(rules, now, place).periods.findLast(
        ({ from }) => from === "" || Date.parse(from) <= moment,
      );
      const expected = rules.filter((one) => isInForceAt(one, moment)).map(({ id }) => id);
      expect(period?.rules.map(({ id }) => id)).toEqual(expected);
    }),
    { seed: 20_261_122 },
  );
});
