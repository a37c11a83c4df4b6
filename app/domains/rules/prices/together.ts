import type { EditedRule } from "#app/domains/rules/values.ts";
import { readNumber } from "#contract/numbers.ts";
import type { CustomRule } from "#contract/rules.ts";
import { type AttributeTypes, attributesReader, conditionsHold } from "./conditions.ts";
import type { PriceStep } from "./evaluate.ts";
import {
  type Acting,
  applyInOrder,
  askedBy,
  endOf,
  inOrder,
  isInForceAt,
  pricesOf,
  relevantTo,
  startOf,
  writtenBy,
} from "./inOrder.ts";
import type { Attributes } from "./ruleProduct.ts";

/** A change of a rule, to be judged on products: `before` is how it stood, undefined for a new one. */
export type RuleChange = {
  before: CustomRule | undefined;
  after: EditedRule;
  /** All rules of the store, this one among them. */
  rules: readonly CustomRule[];
  types: AttributeTypes;
  now: number;
  /** How many products it will be judged on. */
  products: number;
};

/** What the rules in force at one moment are without a change of a rule, and with it. */
type Moment = { without: Acting[]; changed: Acting[] };

/** How prices move where a rule joins the others that are in force. */
export type Together = {
  isNeeded: boolean;
  momentsLeft: number;
  /** What moves of one product or variant, at whatever moment. */
  steps(name: string, attributes: Attributes): PriceStep[];
};

const nothing: Together = { isNeeded: false, momentsLeft: 0, steps: () => [] };

/** So many times may a rule be tried on a product: about half a second of work, more where variants hold prices of their own. */
const maxTries = 250_000;

/** The moments in the life of `after` at which the rules in force are others: its first one, then as others come and go. */
function momentsOf(after: Acting, others: readonly Acting[], now: number): number[] {
  const first = Math.max(now, startOf(after));
  const last = endOf(after);
  if (!after.enabled || after.deleted || first >= last) return [];
  const turns = others.flatMap((rule) => [startOf(rule), endOf(rule)]);
  return [...new Set([first, ...turns.filter((at) => at > first && at < last)])].sort((a, b) => a - b);
}

const replaced = (rules: readonly Acting[], before: Acting | undefined, after: Acting): Acting[] =>
  before === undefined ? [...rules, after] : rules.map((rule) => (rule === before ? after : rule));

/** Prepares to look how prices move where a changed rule joins the others (rules#together-with-others). */
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

  // Where no other rule touches what its conditions look at, they can be asked of the stored product.
  const touched = new Set(company.flatMap(writtenBy));
  const versions: Acting[] = own ? [after, own] : [after];
  const isAskedAlone = versions.flatMap(askedBy).every((name) => !touched.has(name));
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
