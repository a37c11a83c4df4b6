import type { EditedRule } from "#app/domains/rules/values.ts";
import { readNumber } from "#contract/numbers.ts";
import type { CustomRule } from "#contract/rules.ts";
import { type AttributeTypes, attributesReader, conditionsHold } from "./conditions.ts";
import type { PriceStep } from "./evaluate.ts";
import {
  type Acting,
  applyInOrder,
  endOf,
  inOrder,
  isInForceAt,
  pricesOf,
  relevantTo,
  requiredBy,
  startOf,
  writtenBy,
} from "./inOrder.ts";
import type { Attributes } from "./ruleProduct.ts";

/** A change of a rule to evaluate on products: `before` is the previous version, undefined for a new rule. */
export type RuleChange = {
  before: CustomRule | undefined;
  after: EditedRule;
  rules: readonly CustomRule[];
  types: AttributeTypes;
  now: number;
  products: number;
};

/** The rules in force at one moment, without and with a change of a rule. */
type Moment = { without: Acting[]; changed: Acting[] };

/** Price changes when a rule is combined with the others in force. */
export type Together = {
  isNeeded: boolean;
  momentsLeft: number;
  /** The price changes of one product or variant at any moment. */
  steps(name: string, attributes: Attributes): PriceStep[];
};

const nothing: Together = { isNeeded: false, momentsLeft: 0, steps: () => [] };

/** Maximum evaluations of a rule: about half a second of work, more if variants have prices of their own. */
const maxTries = 250_000;

/** The moments during `after` at which the set of rules in force changes, starting with its own start. */
function momentsOf(after: Acting, others: readonly Acting[], now: number): number[] {
  const first = Math.max(now, startOf(after));
  const last = endOf(after);
  if (!after.enabled || after.deleted || first >= last) return [];
  const turns = others.flatMap((rule) => [startOf(rule), endOf(rule)]);
  return [...new Set([first, ...turns.filter((at) => at > first && at < last)])].sort((a, b) => a - b);
}

const replaced = (rules: readonly Acting[], before: Acting | undefined, after: Acting): Acting[] =>
  before === undefined ? [...rules, after] : rules.map((rule) => (rule === before ? after : rule));

/**
 * Prepares the calculation of price changes for a changed rule combined with the others (rules#together-with-others).
 */
export function togetherOf({ before, after, rules, types, now, products }: RuleChange): Together {
  const own = before && rules.find(({ id }) => id === before.id);
  const others = rules.filter((rule) => rule !== own && rule.enabled && !rule.deleted);
  const every: Acting[] = [...others, ...(own ? [own] : []), after];
  const names = [...new Set(every.flatMap((rule) => pricesOf(rule, types)))];
  const relevant = new Set<Acting>(relevantTo(every, names));
  const isRelevant = relevant.has(after) || (own !== undefined && relevant.has(own));
  const company = others.filter((rule) => relevant.has(rule));
  const wasOn = own?.enabled === true && !own.deleted;
  if (!isRelevant || (company.length === 0 && !wasOn)) return nothing;

  const all = momentsOf(after, company, now);
  const tries = 2 * (company.length + 1) * Math.max(1, products);
  const looked = all.slice(0, Math.max(1, Math.floor(maxTries / tries)));
  const ordered = [...rules].filter((rule) => rule === own || relevant.has(rule));
  const moments = looked.map((at): Moment => {
    const inForce = (rule: Acting) => isInForceAt(rule, at);
    return {
      without: inOrder(ordered.filter(inForce)),
      changed: inOrder(replaced(ordered, own, after).filter(inForce)),
    };
  });

  // If no other rule writes what its conditions read, they can be evaluated on the stored product.
  const touched = new Set(company.flatMap(writtenBy));
  const versions: Acting[] = own ? [after, own] : [after];
  const isAskedAlone = versions.flatMap(requiredBy).every((name) => !touched.has(name));
  return {
    isNeeded: moments.length > 0,
    momentsLeft: all.length - looked.length,
    steps(name, attributes) {
      const stored = attributesReader(attributes);
      const isMet =
        !isAskedAlone ||
        versions.some((rule) => conditionsHold(rule.rulesConditionsGroups, types, stored) === true);
      if (!isMet) return [];
      return moments.flatMap(({ without, changed }) => {
        const from = applyInOrder(without, types, attributes).read;
        const to = applyInOrder(changed, types, attributes).read;
        return names.flatMap((attribute): PriceStep[] => {
          const [was, is] = [readNumber(from(attribute)), readNumber(to(attribute))];
          return is === undefined || is === was ? [] : [{ name, attribute, from: was, to: is }];
        });
      });
    },
  };
}
