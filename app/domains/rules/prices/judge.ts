import type { EditedRule } from "#app/domains/rules/values.ts";
import { readNumber } from "#contract/numbers.ts";
import { isBlankCondition } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import {
  type AttributeTypes,
  attributesReader,
  changeOf,
  conditionsHold,
  endOf,
  evaluateRule,
  inOrder,
  isInForceAt,
  kindOf,
  markingBy,
  namedBy,
  type PriceKind,
  type PriceStep,
  pricesOf,
  type RuleEffect,
  type RuleProduct,
  relevantTo,
  requiredBy,
  startOf,
  stepsBetween,
  type Unit,
  writtenBy,
} from "./evaluate.ts";

/** A change of a rule to evaluate on products: `before` is the previous version, undefined for a new rule. */
type RuleChange = {
  before: CustomRule | undefined;
  after: EditedRule;
  rules: readonly CustomRule[];
  types: AttributeTypes;
  now: number;
  products: number;
};

type Together = {
  isNeeded: boolean;
  momentsLeft: number;
  /** The price changes of one product or variant at any moment. */
  steps(unit: Unit): PriceStep[];
};

const nothing: Together = { isNeeded: false, momentsLeft: 0, steps: () => [] };

/** Maximum evaluations of a rule: about half a second of work, more if variants have prices of their own. */
const maxTries = 250_000;

/** The moments during `after` at which the set of rules in force changes, starting with its own start. */
function momentsOf(after: EditedRule, others: readonly EditedRule[], now: number): number[] {
  const first = Math.max(now, startOf(after));
  const last = endOf(after);
  if (!after.enabled || after.deleted || first >= last) return [];
  const turns = others.flatMap((rule) => [startOf(rule), endOf(rule)]);
  return [...new Set([first, ...turns.filter((at) => at > first && at < last)])].sort((a, b) => a - b);
}

const replaced = (
  rules: readonly EditedRule[],
  before: EditedRule | undefined,
  after: EditedRule,
): EditedRule[] =>
  before === undefined ? [...rules, after] : rules.map((rule) => (rule === before ? after : rule));

/** Prepares the price changes of a changed rule combined with the others (rules#together-with-others). */
function togetherOf({ before, after, rules, types, now, products }: RuleChange): Together {
  const own = before && rules.find(({ id }) => id === before.id);
  const others = rules.filter((rule) => rule !== own && rule.enabled && !rule.deleted);
  const every: EditedRule[] = [...others, ...(own ? [own] : []), after];
  const names = [...new Set(every.flatMap((rule) => pricesOf(rule, types)))];
  const relevant = new Set<EditedRule>(relevantTo(every, names));
  const isRelevant = relevant.has(after) || (own !== undefined && relevant.has(own));
  const company = others.filter((rule) => relevant.has(rule));
  const wasOn = own?.enabled === true && !own.deleted;
  if (!isRelevant || (company.length === 0 && !wasOn)) return nothing;

  const all = momentsOf(after, company, now);
  const tries = 2 * (company.length + 1) * Math.max(1, products);
  const looked = all.slice(0, Math.max(1, Math.floor(maxTries / tries)));
  const ordered = [...rules].filter((rule) => rule === own || relevant.has(rule));
  // The rules in force at each moment, without and with the change.
  const moments = looked.map((at) =>
    [ordered, replaced(ordered, own, after)].map((rules) =>
      inOrder(rules.filter((rule) => isInForceAt(rule, at))),
    ),
  );

  // If no other rule writes what its conditions read, they can be evaluated on the stored product.
  const touched = new Set(company.flatMap(writtenBy));
  const versions: EditedRule[] = own ? [after, own] : [after];
  const isAskedAlone = versions.flatMap(requiredBy).every((name) => !touched.has(name));
  return {
    isNeeded: moments.length > 0,
    momentsLeft: all.length - looked.length,
    steps(unit) {
      const stored = attributesReader(unit.attributes);
      const isMet =
        !isAskedAlone ||
        versions.some((rule) => conditionsHold(rule.rulesConditionsGroups, types, stored) === true);
      if (!isMet) return [];
      return moments.flatMap(([without = [], changed = []]) =>
        stepsBetween(without, changed, names, types, unit),
      );
    },
  };
}

/** Numbers of products and of variants. A product counts if it or one of its variants does. */
export type UnitCount = { products: number; variants: number };

/** The number of prices that change in one way, the largest change, and their attributes. */
export type Moved = UnitCount & { most: PriceStep | undefined; attributes: Set<string> };

const noUnits = (): UnitCount => ({ products: 0, variants: 0 });

const noMove = (): Moved => ({ ...noUnits(), most: undefined, attributes: new Set() });

const noMoves = (): Record<PriceKind, Moved> => ({
  negative: noMove(),
  free: noMove(),
  dearer: noMove(),
  cheaper: noMove(),
});

const isFurther = (one: PriceStep, other: PriceStep | undefined): boolean =>
  other === undefined || Math.abs(changeOf(one)) > Math.abs(changeOf(other));

const priceSteps = (name: string, effect: RuleEffect, prices: readonly string[]): PriceStep[] =>
  effect.changes.flatMap(({ attribute, before, after }) => {
    const to = prices.includes(attribute) ? readNumber(after) : undefined;
    return to === undefined ? [] : [{ name, attribute, from: readNumber(before), to }];
  });

/** Counts the kinds of price changes of one product's units, the product first. */
function countMoves(moves: Record<PriceKind, Moved>, units: readonly (readonly PriceStep[])[]): void {
  const ofProduct = new Set<PriceKind>();
  units.forEach((steps, index) => {
    const ofUnit = new Set<PriceKind>();
    for (const step of steps) {
      const kind = kindOf(step.from, step.to);
      if (kind === undefined) continue;
      ofUnit.add(kind);
      moves[kind].attributes.add(step.attribute);
      if (isFurther(step, moves[kind].most)) moves[kind].most = step;
    }
    for (const kind of ofUnit) {
      ofProduct.add(kind);
      if (index > 0) moves[kind].variants += 1;
    }
  });
  for (const kind of ofProduct) moves[kind].products += 1;
}

function countUnits(count: UnitCount, units: readonly boolean[]): void {
  if (units.includes(true)) count.products += 1;
  count.variants += units.slice(1).filter(Boolean).length;
}

/** The product and its variants, which rules are evaluated on. */
export const unitsOf = ({ name, attributes, variants }: RuleProduct): Unit[] => [
  { name, attributes },
  ...variants.map(({ sku, attributes }) => ({ name: sku === "" ? name : `${sku} of ${name}`, attributes })),
];

const isWithoutConditions = ({ rulesConditionsGroups }: Pick<EditedRule, "rulesConditionsGroups">): boolean =>
  rulesConditionsGroups.every(({ rulesConditions }) => rulesConditions.every(isBlankCondition));

const rankOf = (steps: readonly PriceStep[]): number =>
  Math.max(
    0,
    ...steps.map((step) => {
      const kind = kindOf(step.from, step.to);
      if (kind === "negative") return 3e9;
      if (kind === "free") return 2e9;
      if (kind === "dearer") return 1e9 + Math.min(changeOf(step), 9e8);
      return kind === "cheaper" ? Math.min(-changeOf(step), 9e8) : 0;
    }),
  );

const maxWords = 5;

type Looked = { effect: RuleEffect; steps: PriceStep[]; together: PriceStep[] };

const named = (steps: readonly PriceStep[], name: string) => steps.map((step) => ({ ...step, name }));

/** Evaluates a product and its variants; equal ones are evaluated once. */
function looking(
  { after, rules, types }: RuleChange,
  together: Together,
): (product: RuleProduct) => Looked[] {
  const prices = pricesOf(after, types);
  const markOf = markingBy([...new Set([after, ...(together.isNeeded ? rules : [])].flatMap(namedBy))]);
  return (product) => {
    const lookedAt = new Map<string, Looked>();
    return unitsOf(product).map((unit) => {
      const { name, attributes } = unit;
      const mark = markOf(attributes);
      const found = lookedAt.get(mark);
      if (found) {
        return { ...found, steps: named(found.steps, name), together: named(found.together, name) };
      }
      const effect = evaluateRule(after, types, attributes);
      const looked = { effect, steps: priceSteps(name, effect, prices), together: together.steps(unit) };
      lookedAt.set(mark, looked);
      return looked;
    });
  };
}

const parts = ["of", "matched", "changed", "unclear"] as const;
const isCounted: Record<(typeof parts)[number], (effect: RuleEffect) => boolean> = {
  of: () => true,
  matched: ({ applies }) => applies === true,
  changed: ({ changes }) => changes.length > 0,
  unclear: ({ unclear }) => unclear.length > 0,
};

/** Judges a change of a rule product by product, so that the caller can yield to other requests in between. */
export function judging(change: RuleChange) {
  const together = togetherOf(change);
  const lookAt = looking(change, together);
  const judged = {
    of: noUnits(),
    matched: noUnits(),
    /** Products and variants with any change, price or not. */
    changed: noUnits(),
    unclear: { ...noUnits(), words: new Set<string>() },
    moved: noMoves(),
    /** Price changes caused by this change of the rule, with the other rules applied. */
    together: noMoves(),
  };
  const ranked: { product: RuleProduct; rank: number }[] = [];
  return {
    look(product: RuleProduct) {
      const units = lookAt(product);
      const effects = units.map(({ effect }) => effect);
      for (const part of parts) countUnits(judged[part], effects.map(isCounted[part]));
      for (const { unclear } of effects) for (const words of unclear) judged.unclear.words.add(words);
      countMoves(
        judged.moved,
        units.map(({ steps }) => steps),
      );
      countMoves(
        judged.together,
        units.map((unit) => unit.together),
      );
      if (effects.some(isCounted.changed))
        ranked.push({ product, rank: rankOf(units.flatMap(({ steps }) => steps)) });
    },
    result: () => ({
      ...judged,
      unclear: { ...judged.unclear, words: [...judged.unclear.words].slice(0, maxWords) },
      /** No conditions, or all products match. */
      isEvery:
        isWithoutConditions(change.after) ||
        (judged.of.products > 0 && judged.matched.products === judged.of.products),
      /** Moments at which other rules start or end that were not evaluated. */
      momentsLeft: together.momentsLeft,
      /** Most critical first: below 0, free, dearer by most, then the others. */
      changedProducts: ranked.sort((one, other) => other.rank - one.rank).map(({ product }) => product),
    }),
  };
}

/** The effects of a rule on a store's products: alone, and together with the rules in force (`together`). */
export type Judgement = ReturnType<ReturnType<typeof judging>["result"]>;
