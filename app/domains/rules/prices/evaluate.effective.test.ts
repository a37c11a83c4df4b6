import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDollars } from "#app/core/values/values.ts";
import { ruleSearch } from "#app/domains/rules/paths.ts";
import { readNumber } from "#contract/numbers.ts";
import { customRule } from "#contract/rules.ts";
import { cases } from "#tests/support/models.ts";
import {
  dollars,
  product as randomProduct,
  rule as randomRule,
  types,
} from "#tests/support/ruleArbitraries.ts";
import { afterRules, type OracleProduct } from "#tests/support/ruleOracle.ts";
import type { RuleProduct } from "./evaluate.ts";
import { findRuleProducts, toEffectivePrice } from "./preview.ts";

const now = Date.parse("2026-11-20T00:00:00Z");
const place = { alias: "CLK", filter: ruleSearch.every, types };
const always = { enabled: true, deleted: false, startDate: null, endDate: null };
const rules = fc
  .array(randomRule, { maxLength: 5 })
  .map((bodies) => bodies.map((body, n) => ({ ...body, ...always, id: `r${n}`, priority: (n * 7) % 5 })));

test("the price shown for a product, and for each variant, is the result of applying the rules in order [rules#effective, rules#variants]", {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(rules, randomProduct, fc.array(dollars, { maxLength: 3 }), (some, attributes, prices) => {
      const heldBy = (price: number) => ({ ...attributes, price });
      const variants = prices.map((price, at) => ({ sku: `sku-${at}`, attributes: heldBy(price) }));
      const product: RuleProduct = { id: "p", code: "P", name: "P", attributes, variants };
      const parsed = some.map((rule) => customRule.parse(rule));
      const { units } = toEffectivePrice(product, parsed, now, place);
      const wordsOf = (unit = units[0]) => unit?.prices.find(({ label }) => label === "price")?.value;
      const expected = (held: OracleProduct) => {
        const price = readNumber(afterRules(some, held).price);
        return price === undefined ? "none" : formatDollars(price);
      };
      expect(wordsOf()).toContain(expected(attributes));
      // A variant with the product's values is grouped with it.
      for (const { sku, attributes: held } of variants)
        expect(wordsOf(units.find(({ who }) => who.includes(sku)))).toContain(expected(held));
    }),
    { seed: 20_261_122, numRuns: cases(1_000) },
  );
});

test("a product is found by id, code or SKU to the letter, else by a part of them or of its title [rules#effective]", () => {
  const product = (id: string, code: string, sku: string): RuleProduct => {
    return { id, code, name: `${code} · Boot`, attributes: {}, variants: [{ sku, attributes: {} }] };
  };
  const all = [product("1", "CLK-1", "CLK-1-38"), product("2", "CLK-10", "CLK-10-38")];
  expect(findRuleProducts(all, "clk-1").map(({ id }) => id)).toEqual(["1"]);
  expect(findRuleProducts(all, "CLK-10-38").map(({ id }) => id)).toEqual(["2"]);
  expect(findRuleProducts(all, "boot")).toHaveLength(2);
  expect(findRuleProducts(all, "sandal")).toEqual([]);
});
