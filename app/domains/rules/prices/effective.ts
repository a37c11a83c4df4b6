import { nameOfRule } from "#app/domains/rules/model.ts";
import { type RuleFilter, rulePath } from "#app/domains/rules/paths.ts";
import { ruleInWords } from "#app/domains/rules/sentence.ts";
import { attributeOf, formatDollars, plural, shorten, toText } from "#app/values/values.ts";
import { readNumber } from "#contract/numbers.ts";
import type { CustomRule } from "#contract/rules.ts";
import {
  type AttributeTypes,
  applyInOrder,
  endOf,
  inOrder,
  isInForceAt,
  namedBy,
  pricesOf,
  startOf,
} from "./evaluate.ts";
import { stepInWords } from "./live.ts";
import { toPreviewedChange } from "./preview.ts";
import { type Attributes, markingBy, type RuleProduct } from "./ruleProduct.ts";

const maxNameLength = 200;

function priceWords(stored: unknown, after: unknown): string {
  const [from, to] = [readNumber(stored), readNumber(after)];
  if (to === undefined) return toText(after) === "" ? "none" : shorten(toText(after), maxNameLength);
  return from === to
    ? `${formatDollars(to)}, as stored`
    : `${formatDollars(to)}: ${stepInWords({ from, to })}`;
}

type Place = { alias: string; filter: RuleFilter; types: AttributeTypes };

function toUnit(
  who: string,
  attributes: Record<string, unknown>,
  rules: readonly CustomRule[],
  { alias, filter, types }: Place,
) {
  const { steps, read } = applyInOrder(rules, types, attributes);
  const decimals = [...types].flatMap(([name, type]) => (type === "Decimal" ? [name] : []));
  const names = [...new Set([...decimals, ...rules.flatMap((rule) => pricesOf(rule, types))])];
  return {
    who,
    steps: steps.map(({ rule, effect }) => ({
      id: rule.id,
      priority: shorten(toText(rule.priority) || "–", 20),
      name: shorten(nameOfRule(rule), maxNameLength),
      href: rulePath(alias, filter, rule.id),
      /** Why nothing changes; empty if something does. */
      note:
        effect.unclear.length > 0
          ? `Not clear: ${effect.unclear.join("; ")}`
          : effect.applies === true
            ? effect.changes.length === 0
              ? "Changes nothing"
              : ""
            : "Does not apply",
      changes: effect.changes.map((change) => toPreviewedChange(change, pricesOf(rule, types))),
    })),
    prices: names.map((name) => ({
      label: name,
      value: priceWords(attributeOf(attributes, name), read(name)),
    })),
  };
}

export type EffectiveUnit = ReturnType<typeof toUnit>;
export type EffectiveStep = EffectiveUnit["steps"][number];

function whoOf(skus: readonly string[], withProduct: boolean): string {
  const variants = plural(skus.length, "variant", "variants");
  if (withProduct) return skus.length === 0 ? "The product" : `The product and ${variants}`;
  return skus.length === 1 ? `Variant ${skus[0] || "without SKU"}` : `${variants}: ${skus.join(", ")}`;
}

/**
 * The prices of a product and its variants through all rules in force at `now`, in order (rules#effective), as
 * calculated by the portal. Variants that rules can't distinguish are grouped.
 */
export function toEffectivePrice(
  product: RuleProduct,
  stored: readonly CustomRule[],
  now: number,
  place: Place,
) {
  const rules = inOrder(stored.filter((rule) => isInForceAt(rule, now)));
  const markOf = markingBy([...new Set([...place.types.keys(), ...rules.flatMap(namedBy)])]);
  const groups = new Map<string, { attributes: Attributes; skus: string[] }>();
  groups.set(markOf(product.attributes), { attributes: product.attributes, skus: [] });
  for (const { sku, attributes } of product.variants) {
    const group = groups.get(markOf(attributes)) ?? { attributes, skus: [] };
    group.skus.push(sku);
    groups.set(markOf(attributes), group);
  }
  return {
    name: product.name,
    code: product.code,
    units: [...groups.values()].map(({ attributes, skus }, index) =>
      toUnit(whoOf(skus, index === 0), attributes, rules, place),
    ),
    isUntouched: rules.length === 0,
  };
}

export type EffectivePrice = ReturnType<typeof toEffectivePrice>;

const maxFound = 30;

/** The products matching a text: by exact id, code or SKU, else those whose code, SKU or title contains it. */
export function findRuleProducts(products: readonly RuleProduct[], text: string): RuleProduct[] {
  const wanted = text.trim().toLowerCase();
  const codesOf = ({ id, code, variants }: RuleProduct) => [id, code, ...variants.map(({ sku }) => sku)];
  const exact = products.filter((product) => codesOf(product).some((one) => one.toLowerCase() === wanted));
  if (exact.length > 0) return exact.slice(0, maxFound);
  return products
    .filter((product) =>
      [product.name, ...codesOf(product)].some((one) => one.toLowerCase().includes(wanted)),
    )
    .slice(0, maxFound);
}

/** Maximum periods shown: later ones are far in the future. */
const maxPeriods = 60;
const maxRuleName = 120;

/** Rule timeline, from `now` on, by the enabled rules of a store (rules#timeline). */
export function toTimeline(
  rules: readonly CustomRule[],
  now: number,
  { alias, filter }: { alias: string; filter: RuleFilter },
) {
  const enabled = inOrder(rules.filter((rule) => rule.enabled && !rule.deleted));
  const turns = [...new Set(enabled.flatMap((rule) => [startOf(rule), endOf(rule)]))]
    .filter((at) => at > now && Number.isFinite(at))
    .sort((one, other) => one - other);
  const froms = [now, ...turns];
  const iso = (at: number | undefined) => (at === undefined ? "" : new Date(at).toISOString());
  const names = (some: readonly CustomRule[]) => some.map((rule) => shorten(nameOfRule(rule), maxRuleName));
  const periods = froms.slice(0, maxPeriods).map((from, index) => ({
    key: String(index),
    // Empty for now, and `to` for no end.
    from: index === 0 ? "" : iso(from),
    to: iso(froms[index + 1]),
    rules: enabled
      .filter((rule) => isInForceAt(rule, from))
      .map((rule) => ({
        id: rule.id,
        name: shorten(nameOfRule(rule), maxRuleName),
        href: rulePath(alias, filter, rule.id),
        priority: shorten(String(rule.priority ?? "–"), 20),
        inWords: shorten(ruleInWords(rule), 300),
      })),
    begins:
      index === 0 ? [] : names(enabled.filter((rule) => startOf(rule) === from && isInForceAt(rule, from))),
    ends: index === 0 ? [] : names(enabled.filter((rule) => endOf(rule) === from)),
  }));
  return { periods, isCut: froms.length > maxPeriods };
}
export type Period = ReturnType<typeof toTimeline>["periods"][number];
