import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleSearch } from "#app/domains/rules/paths.ts";
import { formatDollars } from "#app/values/show.ts";
import { readNumber } from "#contract/numbers.ts";
import { customRule } from "#contract/rules.ts";
import {
  dollars,
  product as randomProduct,
  rule as randomRule,
  types,
} from "#tests/support/ruleArbitraries.ts";
import { afterRules, type OracleProduct, type OracleRule } from "#tests/support/ruleOracle.ts";
import { findRuleProducts, toEffectivePrice } from "./effective.ts";
import type { RuleProduct } from "./ruleProduct.ts";

const now = Date.parse("2026-11-20T00:00:00Z");
const place = { alias: "CLK", filter: ruleSearch.every, types };
const rules = fc.array(randomRule, { maxLength: 5 }).map((bodies) =>
  bodies.map(
    (body, index): OracleRule => ({
      ...body,
      id: `r${index}`,
      enabled: true,
      deleted: false,
      priority: (index * 7) % 5,
      startDate: null,
      endDate: null,
    }),
  ),
);

test("the price shown for a product, and for each variant, is what applying the rules in order gives [rules#effective, rules#variants]", {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(rules, randomProduct, fc.array(dollars, { maxLength: 3 }), (some, attributes, prices) => {
      const variants = prices.map((price, index) => ({
        sku: `sku-${index}`,
        attributes: { ...attributes, price },
      }));
      const product: RuleProduct = { id: "p", code: "P", name: "P", attributes, variants };
      const shown = toEffectivePrice(
        product,
        some.map((rule) => customRule.parse(rule)),
        now,
        place,
      );
      const wordsFor = (who: (words: string) => boolean) =>
        shown.units.find((unit) => who(unit.who))?.prices.find(({ name }) => name === "price")?.words;
      const expected = (held: OracleProduct) => {
        const price = readNumber(afterRules(some, held).price);
        return price === undefined ? "none" : formatDollars(price);
      };
      const [first] = shown.units;
      expect(first?.prices.find(({ name }) => name === "price")?.words).toContain(expected(attributes));
      for (const { sku, attributes: held } of variants) {
        const words = wordsFor((who) => who.includes(sku));
        // A variant that holds what the product holds stands with it.
        expect(words ?? first?.prices.find(({ name }) => name === "price")?.words).toContain(expected(held));
      }
    }),
    { seed: 20_261_122, numRuns: 1_000 },
  );
});

test("a product is found by id, code or SKU to the letter, else by a part of them or of its title [rules#effective]", () => {
  const product = (id: string, code: string, sku: string): RuleProduct => ({
    id,
    code,
    name: `${code} · Boot`,
    attributes: {},
    variants: [{ sku, attributes: {} }],
  });
  const all = [product("1", "CLK-1", "CLK-1-38"), product("2", "CLK-10", "CLK-10-38")];
  expect(findRuleProducts(all, "clk-1").map(({ id }) => id)).toEqual(["1"]);
  expect(findRuleProducts(all, "CLK-10-38").map(({ id }) => id)).toEqual(["2"]);
  expect(findRuleProducts(all, "boot")).toHaveLength(2);
  expect(findRuleProducts(all, "sandal")).toEqual([]);
});
