import { toText } from "#app/values/values.ts";
import { readNumber } from "#contract/numbers.ts";
import type { CustomRule } from "#contract/rules.ts";
import { actionTypes, isActionType } from "#contract/ruleTable.ts";
import type { AttributeTypes } from "./conditions.ts";
import { evaluateRule } from "./evaluate.ts";
import { unitsOf } from "./judge.ts";
import type { Attributes, RuleProduct } from "./ruleProduct.ts";

type Rule = Pick<CustomRule, "rulesConditionsGroups" | "actions" | "enabled" | "deleted">;

/** The number of products that a change of a rule makes dearer, and of those that it makes free. */
export type PriceMoves = { raised: number; freed: number; of: number };

const pricesOf = ({ actions }: Pick<Rule, "actions">): string[] =>
  actions.flatMap(({ type, attributeName }) =>
    isActionType(type) && actionTypes[type].group === "price" ? [toText(attributeName)] : [],
  );

/** A product's price under a rule in force, else the stored one. */
function priceUnder(rule: Rule | undefined, types: AttributeTypes, attributes: Attributes, name: string) {
  const isInForce = rule?.enabled && !rule.deleted;
  const change = isInForce
    ? evaluateRule(rule, types, attributes).changes.find(({ attribute }) => attribute === name)
    : undefined;
  return readNumber(change ? change.after : attributes?.[name]);
}

/**
 * Counts the price effects of changing a rule, as calculated by the portal (today#rules): enabled
 * or disabled, saved or deleted, compared with the previous version; `before` is undefined for a
 * new rule. Takes one product at a time, so that the caller can yield to other requests in between.
 */
export function countingMoves(
  before: Rule | undefined,
  after: Rule,
  types: AttributeTypes,
): { look(product: RuleProduct): void; result(): PriceMoves } {
  const names = [...new Set([...(before ? pricesOf(before) : []), ...pricesOf(after)])];
  const moves = { raised: 0, freed: 0, of: 0 };
  return {
    look(product) {
      moves.of += 1;
      const steps = unitsOf(product).flatMap(({ attributes }) =>
        names.map((name) => ({
          from: priceUnder(before, types, attributes, name),
          to: priceUnder(after, types, attributes, name),
        })),
      );
      if (steps.some(({ from, to }) => to !== undefined && to <= 0 && from !== undefined && from > 0))
        moves.freed += 1;
      else if (steps.some(({ from, to }) => from !== undefined && to !== undefined && to > from))
        moves.raised += 1;
    },
    result: () => ({ ...moves }),
  };
}
