import fc from "fast-check";
import { expect, test } from "vitest";
import { type CustomRule, customRule } from "#contract/rules.ts";
import { cases } from "#tests/support/models.ts";
import {
  dollars,
  product as randomProduct,
  rule as randomRule,
  types,
} from "#tests/support/ruleArbitraries.ts";
import { afterRules, isSurprise, type OracleProduct, type OracleRule } from "#tests/support/ruleOracle.ts";
import type { RuleProduct } from "./evaluate.ts";
import { judging } from "./judge.ts";
import { covers, goesLive, isHarmless, toAgreement } from "./live.ts";

const day = 86_400_000;
const now = Date.parse("2026-11-20T00:00:00Z");
const moment = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -10, max: 20 }).map((days) => new Date(now + days * day).toISOString()),
);
const ruled = fc
  .tuple(randomRule, fc.boolean(), fc.integer({ min: 0, max: 5 }), moment, moment)
  .map(([body, enabled, priority, startDate, endDate]) => ({
    ...body,
    enabled,
    priority,
    startDate,
    endDate,
  }));
const numbered = fc
  .array(ruled, { minLength: 1, maxLength: 6 })
  .map((some) =>
    some.map((rule, n) => ({ ...rule, id: `r${n}`, deleted: false, priority: rule.priority * 10 + n })),
  );
const variants = fc.array(fc.record({ price: dollars }), { maxLength: 3 });
const stocked = fc.tuple(randomProduct, variants).map(([attributes, own]) => product(attributes, own));
/** A fixed seed makes failures reproducible. */
const seeds = { seed: 20_261_122, numRuns: cases(2_000) };

const parsed = (some: readonly OracleRule[]) => some.map((rule) => customRule.parse(rule));
/** A product, and a variant for each of these sets of attributes. */
const product = (attributes: object, own: object[] = []): RuleProduct => ({
  ...{ id: "p", code: "P", name: "P", attributes: { ...attributes } },
  variants: own.map((held, index) => ({ sku: String(index), attributes: { ...attributes, ...held } })),
});
/** The judgement of changing a rule to this one, next to these other rules, on these products. */
function judge(after: CustomRule, products: RuleProduct[], rules: CustomRule[] = [], before?: CustomRule) {
  const look = judging({ before, after, rules, types, now, products: products.length });
  for (const each of products) look.look(each);
  return look.result();
}

const asOracle = (attributes: Record<string, unknown>): OracleProduct => attributes as OracleProduct;

const inForce = (rule: OracleRule, at: number) =>
  rule.enabled &&
  (rule.startDate === null || Date.parse(rule.startDate) <= at) &&
  (rule.endDate === null || at < Date.parse(rule.endDate));

test("no rule that raises a price, or lowers one to 0 or below, goes live without confirmation: alone, or with the others, at any time [rules#toggle-price, rules#together-with-others]", {
  timeout: 120_000,
}, () => {
  let surprises = 0;
  fc.assert(
    fc.property(numbered, fc.array(stocked, { maxLength: 3 }), fc.boolean(), (some, products, isNew) => {
      const [changed, ...others] = some;
      if (!changed) return;
      const after = { ...changed, enabled: true };
      const old = { ...changed, enabled: false };
      const stored = isNew ? others : [old, ...others];
      const before = isNew ? undefined : customRule.parse(old);
      const edited = customRule.parse(after);
      if (!goesLive(before, edited, now)) return;
      const found = toAgreement("", {
        judged: judge(edited, products, parsed(stored), before),
        unread: 0,
        isCut: false,
      });

      const turns = some
        .flatMap(({ startDate, endDate }) => [startDate, endDate])
        .flatMap((at) => (at ? [Date.parse(at)] : []));
      const moments = [now, ...turns].filter((at) => at >= now && inForce(after, at));
      const units = products.flatMap(({ attributes, variants: own }) => [
        attributes,
        ...own.map((one) => one.attributes),
      ]);
      const isSurprising = units.some((attributes) => {
        const unit = asOracle(attributes);
        if (isSurprise(unit, afterRules([after], unit))) return true;
        return moments.some((at) => {
          const live = others.filter((rule) => inForce(rule, at));
          return isSurprise(afterRules(live, unit), afterRules([...live, after], unit));
        });
      });
      if (isSurprising) surprises += 1;
      if (isSurprising && isHarmless(found)) expect.fail("It goes live unasked.");
      if (after.rulesConditionsGroups.every(({ rulesConditions }) => rulesConditions.length === 0))
        expect(isHarmless(found)).toBe(false);
    }),
    seeds,
  );
  expect(surprises, "the random rules surprise often enough to mean something").toBeGreaterThan(cases(100));
});

const dear = { operand1: "price", comparisonOperator: "GreaterThan", operand2: "60" };
const one = (over: object = {}) =>
  customRule.parse({
    ...{ id: "r", name: "Off", enabled: true, priority: 10 },
    rulesConditionsGroups: [{ rulesConditions: [dear] }],
    actions: [{ type: "PercentDiscount", attributeName: "price", percentOf: "rrp", percentValue: "20" }],
    ...over,
  });
const fixed = (newValue: string, over: object = {}) =>
  one({ actions: [{ type: "FixedPrice", attributeName: "price", newValue }], ...over });

test("counts cheaper, dearer, free and negative prices, of products and of variants, with the extreme of each [rules#preview, rules#variants]", () => {
  const judged = judge(one(), [
    product({ price: 100, rrp: 100 }, [{}, { price: 70 }]),
    product({ price: 70, rrp: 100 }),
    product({ price: 50, rrp: 10 }),
  ]);
  expect(judged.of).toEqual({ products: 3, variants: 2 });
  expect(judged.matched).toEqual({ products: 2, variants: 2 });
  expect(judged.moved.cheaper).toMatchObject({ products: 1, variants: 1, most: { from: 100, to: 80 } });
  expect(judged.moved.dearer).toMatchObject({ products: 2, variants: 1, most: { from: 70, to: 80 } });
  expect(judged.moved.free.products).toBe(0);
  expect(judged.isEvery).toBe(false);

  const free = judge(fixed("0"), [product({ price: 100 })]);
  expect(free.moved.free.products).toBe(1);
  const below = judge(fixed("-5"), [product({ price: 100 })]);
  expect(below.moved.negative).toMatchObject({ products: 1, most: { from: 100, to: -5 } });
});

test("a discount that undoes another's is reported: with the others it raises a price that it lowers alone [rules#together-with-others]", () => {
  const other = fixed("65", { id: "fixed", priority: 5 });
  const judged = judge(one(), [product({ price: 100, rrp: 100 })], [other]);
  expect(judged.moved.dearer.products).toBe(0);
  expect(judged.together.dearer).toMatchObject({ products: 1, most: { from: 65, to: 80 } });
});

test("a confirmation covers the same rule and nothing worse [rules#toggle-price]", () => {
  const found = { stand: "s", isEvery: false, dearer: 3, free: 0, negative: 0, unclear: 0, isUnread: false };
  expect(covers(found, { ...found, dearer: 2 })).toBe(true);
  for (const worse of [{ dearer: 4 }, { free: 1 }, { isEvery: true }, { stand: "t" }])
    expect(covers(found, { ...found, ...worse }), JSON.stringify(worse)).toBe(false);
  expect(covers(undefined, found)).toBe(false);
});

test("a rule goes live by being enabled, made or changed while it is; not by a new name, nor once it is over [rules#toggle-price]", () => {
  const off = one({ enabled: false });
  const goes = [
    [off, one()],
    [undefined, one()],
    [one(), one({ priority: 11 })],
    [one({ deleted: true }), one()],
    [off, one({ startDate: "2027-01-01T00:00:00Z" })],
  ] as const;
  const stays = [
    [one(), one({ name: "Another" })],
    [one(), off],
    [off, one({ endDate: "2026-11-19T00:00:00Z" })],
  ] as const;
  expect([...goes, ...stays].filter(([before, after]) => goesLive(before, after, now))).toEqual(goes);
});
