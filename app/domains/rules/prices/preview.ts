import { attributeOf, formatDollars, formatUnits, plural, shorten, toText } from "#app/core/values/values.ts";
import { nameOfRule, ruleInWords } from "#app/domains/rules/model.ts";
import { type RuleFilter, rulePath, rulePricePath } from "#app/domains/rules/paths.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import { readNumber } from "#contract/numbers.ts";
import type { CustomRule } from "#contract/rules.ts";
import { comparable, containsText, readTyped } from "#contract/typedText.ts";
import {
  type AttributeChange,
  type Attributes,
  type AttributeTypes,
  applyInOrder,
  changeOf,
  endOf,
  evaluateRule,
  inOrder,
  isInForceAt,
  kindOf,
  markingBy,
  namedBy,
  type PriceKind,
  pricesOf,
  type RuleProduct,
  startOf,
} from "./evaluate.ts";
import { type Judgement, unitsOf } from "./judge.ts";
import { liveFacts, type NotRead, stepInWords, unitsInWords } from "./live.ts";

const maxValueLength = 200;
/** Number of products shown in detail: this keeps the page small, and the most critical ones come first. */
const maxShown = 100;

const valueText = (value: unknown): string => shorten(toText(value), maxValueLength) || "(empty)";

const differences: Record<PriceKind, string> = {
  negative: "below $0",
  free: "free",
  dearer: "dearer",
  cheaper: "cheaper",
};

export function toPreviewedChange({ attribute, before, after }: AttributeChange, prices: readonly string[]) {
  const to = prices.includes(attribute) ? readNumber(after) : undefined;
  const texts = { attribute, before: valueText(before), after: valueText(after) };
  if (to === undefined) return { ...texts, difference: "", kind: undefined };
  const from = readNumber(before);
  const kind = kindOf(from, to);
  const by = formatDollars(Math.abs(changeOf({ from, to })));
  const words = kind === "dearer" || kind === "cheaper" ? `${by} ${differences[kind]}` : "";
  return {
    ...texts,
    ...(from === undefined ? {} : { before: formatDollars(from) }),
    after: formatDollars(to),
    /** Such as '$74.38 dearer'; empty if not a price. */
    difference: words || (kind ? differences[kind] : ""),
    kind,
  };
}

/** One attribute before and after; prices in dollars, with the difference in words. */
export type PreviewedChange = ReturnType<typeof toPreviewedChange>;

const productAnd = (variants: number): string =>
  variants === 0 ? "The product" : `The product and ${plural(variants, "variant", "variants")}`;

function whoOf(indexes: readonly number[], names: readonly string[]): string {
  const variants = indexes.filter((index) => index > 0);
  if (indexes[0] === 0) return productAnd(variants.length);
  const first = names[variants[0] ?? 0] ?? "";
  return variants.length === 1
    ? first
    : `${plural(variants.length, "variant", "variants")}: ${first} and others`;
}

/** Where links lead, and the types of the store's attributes. */
type Place = { alias: string; filter: RuleFilter; types: AttributeTypes };

/** The effect of a rule on a product, grouped by variants that change in the same way. */
function toPreviewedProduct(product: RuleProduct, rule: EditedRule, { alias, filter, types }: Place) {
  const prices = pricesOf(rule, types);
  const names = ["", ...product.variants.map(({ sku }, index) => sku || `variant ${index + 1}`)];
  const alike = new Map<string, { indexes: number[]; changes: PreviewedChange[]; unclear: string[] }>();
  unitsOf(product).forEach(({ attributes }, index) => {
    const { changes, unclear } = evaluateRule(rule, types, attributes);
    if (changes.length === 0 && unclear.length === 0) return;
    const previewed = changes.map((change) => toPreviewedChange(change, prices));
    const mark = JSON.stringify([previewed, unclear]);
    const found = alike.get(mark);
    if (found) found.indexes.push(index);
    else alike.set(mark, { indexes: [index], changes: previewed, unclear });
  });
  return {
    key: product.id,
    name: product.name,
    href: rulePricePath(alias, filter, product.id),
    units: [...alike.values()].map(({ indexes, ...unit }) => ({ who: whoOf(indexes, names), ...unit })),
  };
}

/** The effect of `rule` on every product of the store. */
export function toRulePreview(rule: EditedRule, judged: Judgement, notRead: NotRead, place: Place) {
  const { of, matched, changed, changedProducts } = judged;
  const products = changedProducts.slice(0, maxShown);
  return {
    summary:
      of.products === 0
        ? "The store has no products to try the rule on."
        : `Of ${unitsInWords(of)}: ${unitsInWords(matched)} match, ${unitsInWords(changed)} would change.`,
    facts: of.products === 0 ? [] : liveFacts(rule, judged, notRead),
    products: products.map((product) => toPreviewedProduct(product, rule, place)),
    /** Which of the changed products are shown; empty if all are. */
    cutNotice:
      changedProducts.length > products.length
        ? `Shown are ${maxShown} of ${formatUnits(changedProducts.length)} products that would change: below $0 first, then free, then dearer by most, then cheaper by most.`
        : "",
  };
}
export type RulePreview = ReturnType<typeof toRulePreview>;
export type PreviewedProduct = RulePreview["products"][number];

function priceWords(stored: unknown, after: unknown): string {
  const [from, to] = [readNumber(stored), readNumber(after)];
  if (to === undefined) return toText(after) === "" ? "none" : shorten(toText(after), maxValueLength);
  return from === to
    ? `${formatDollars(to)}, as stored`
    : `${formatDollars(to)}: ${stepInWords({ from, to })}`;
}

/** Whether another one of these rules has the same priority: their order is that of the list, and not certain. */
const isTied = (rule: CustomRule, rules: readonly CustomRule[]): boolean =>
  rules.some((other) => other !== rule && toText(other.priority) === toText(rule.priority));

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
      isTied: isTied(rule, rules),
      name: shorten(nameOfRule(rule), maxValueLength),
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

const variantsOf = (skus: readonly string[]): string =>
  skus.length === 1
    ? `Variant ${skus[0] || "without SKU"}`
    : `${plural(skus.length, "variant", "variants")}: ${skus.join(", ")}`;

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
      toUnit(index === 0 ? productAnd(skus.length) : variantsOf(skus), attributes, rules, place),
    ),
    isUntouched: rules.length === 0,
  };
}

export type EffectivePrice = ReturnType<typeof toEffectivePrice>;

const maxFound = 30;

/** The products matching a text: by exact id, code or SKU, else those with it in code, SKU or title. */
export function findRuleProducts(products: readonly RuleProduct[], text: string): RuleProduct[] {
  const wanted = readTyped(text);
  const codesOf = ({ id, code, variants }: RuleProduct) => [id, code, ...variants.map(({ sku }) => sku)];
  const exact = products.filter((product) =>
    codesOf(product).some((one) => comparable(one) === comparable(wanted)),
  );
  if (exact.length > 0) return exact.slice(0, maxFound);
  return products
    .filter((product) => [product.name, ...codesOf(product)].some((one) => containsText(one, wanted)))
    .slice(0, maxFound);
}

/** Later periods are far in the future. */
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
      .map((rule, _, inForce) => ({
        id: rule.id,
        name: shorten(nameOfRule(rule), maxRuleName),
        href: rulePath(alias, filter, rule.id),
        priority: shorten(String(rule.priority ?? "–"), 20),
        isTied: isTied(rule, inForce),
        inWords: shorten(ruleInWords(rule), 300),
      })),
    begins:
      index === 0 ? [] : names(enabled.filter((rule) => startOf(rule) === from && isInForceAt(rule, from))),
    ends: index === 0 ? [] : names(enabled.filter((rule) => endOf(rule) === from)),
  }));
  return { periods, isCut: froms.length > maxPeriods };
}
export type Period = ReturnType<typeof toTimeline>["periods"][number];
