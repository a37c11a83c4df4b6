import { nameOfRule, priorityOf } from "#app/domains/rules/model.ts";
import { type RuleFilter, rulePath, rulePricePath } from "#app/domains/rules/paths.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import { formatDollars, formatUnits, plural, shorten, toText } from "#app/values/values.ts";
import { readNumber } from "#contract/numbers.ts";
import type { CustomRule, CustomRuleAttribute } from "#contract/rules.ts";
import {
  type AttributeChange,
  type AttributeTypes,
  changeOf,
  endOf,
  evaluateRule,
  inOrder,
  kindOf,
  type PriceKind,
  pricesOf,
  startOf,
  writtenBy,
} from "./evaluate.ts";
import { type Judgement, unitsOf } from "./judge.ts";
import { liveFacts, type NotRead, unitsInWords } from "./live.ts";
import type { RuleProduct } from "./ruleProduct.ts";

const meetInTime = (one: EditedRule, other: EditedRule): boolean =>
  Math.max(startOf(one), startOf(other)) < Math.min(endOf(one), endOf(other));

/**
 * The enabled rules among `others` that change an attribute which `rule` changes too, at a time when both are in force,
 * in priority order; `order` says whether one applies before or after, the lower number first. Indicative.
 */
export function overlaps(rule: EditedRule, others: readonly CustomRule[]) {
  const mine = new Set(writtenBy(rule));
  const own = priorityOf(rule);
  return inOrder(others).flatMap((other) => {
    if (other.id === rule.id || !other.enabled || other.deleted || !meetInTime(rule, other)) return [];
    const attributes = [...new Set(writtenBy(other))].filter((name) => mine.has(name)).sort();
    const theirs = priorityOf(other);
    const order: keyof typeof orderWords = theirs < own ? "before" : theirs > own ? "after" : "same";
    return attributes.length === 0 ? [] : [{ rule: other, attributes, order }];
  });
}

const maxValueLength = 200;
/** Number of products shown in detail: this keeps the page small, and the most critical ones come first. */
const maxShown = 100;

const shown = (value: unknown): string => shorten(toText(value), maxValueLength) || "(empty)";

const differences: Record<PriceKind, string> = {
  negative: "below $0",
  free: "free",
  dearer: "dearer",
  cheaper: "cheaper",
};

export function toPreviewedChange({ attribute, before, after }: AttributeChange, prices: readonly string[]) {
  const to = prices.includes(attribute) ? readNumber(after) : undefined;
  const texts = { attribute, before: shown(before), after: shown(after) };
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

function whoOf(indexes: readonly number[], names: readonly string[]): string {
  const variants = indexes.filter((index) => index > 0);
  const isProduct = indexes[0] === 0;
  const counted = plural(variants.length, "variant", "variants");
  if (isProduct) return variants.length === 0 ? "The product" : `The product and ${counted}`;
  const first = names[variants[0] ?? 0] ?? "";
  return variants.length === 1 ? first : `${counted}: ${first} and others`;
}

type Place = { alias: string; filter: RuleFilter; attributes: readonly CustomRuleAttribute[] };

/** The effect of a rule on a product, grouped by variants that change in the same way. */
function toPreviewedProduct(
  product: RuleProduct,
  rule: EditedRule,
  types: AttributeTypes,
  { alias, filter }: Place,
) {
  const prices = pricesOf(rule, types);
  const names = ["", ...product.variants.map(({ sku }, index) => sku || `variant ${index + 1}`)];
  const alike = new Map<string, { indexes: number[]; changes: PreviewedChange[]; unclear: string[] }>();
  unitsOf(product).forEach(({ attributes }, index) => {
    const { changes, unclear } = evaluateRule(rule, types, attributes);
    if (changes.length === 0 && unclear.length === 0) return;
    const said = changes.map((change) => toPreviewedChange(change, prices));
    const mark = JSON.stringify([said, unclear]);
    const found = alike.get(mark);
    if (found) found.indexes.push(index);
    else alike.set(mark, { indexes: [index], changes: said, unclear });
  });
  return {
    key: product.id,
    name: product.name,
    href: rulePricePath(alias, filter, product.id),
    units: [...alike.values()].map(({ indexes, ...unit }) => ({ who: whoOf(indexes, names), ...unit })),
  };
}

const orderWords = {
  before: "goes before this rule",
  after: "goes after this rule",
  same: "has the same priority",
};

const toPreviewedOverlaps = (rule: EditedRule, rules: readonly CustomRule[], { alias, filter }: Place) =>
  overlaps(rule, rules).map(({ rule: other, attributes, order }) => ({
    key: other.id,
    name: shorten(nameOfRule(other), maxValueLength),
    href: rulePath(alias, filter, other.id),
    attributes: attributes.join(", "),
    order: `Priority ${toText(other.priority) || "–"}: ${orderWords[order]}`,
  }));

/** The effect of `rule` on every product of the store, and the enabled rules that it overlaps. */
export function toRulePreview(
  rule: EditedRule,
  judged: Judgement,
  notRead: NotRead,
  rules: readonly CustomRule[],
  place: Place,
) {
  const types = new Map(place.attributes.map(({ name, type }) => [name, type]));
  const { of, matched, changed, changedProducts } = judged;
  const products = changedProducts.slice(0, maxShown);
  return {
    summary:
      of.products === 0
        ? "The store has no products to try the rule on."
        : `Of ${unitsInWords(of)}: ${unitsInWords(matched)} match, ${unitsInWords(changed)} would change.`,
    facts: of.products === 0 ? [] : liveFacts(rule, judged, notRead),
    products: products.map((product) => toPreviewedProduct(product, rule, types, place)),
    /** Which of the changed products are shown; empty if all are. */
    shown:
      changedProducts.length > products.length
        ? `Shown are ${maxShown} of ${formatUnits(changedProducts.length)} products that would change: below $0 first, then free, then dearer by most, then cheaper by most.`
        : "",
    overlaps: toPreviewedOverlaps(rule, rules, place),
  };
}
export type RulePreview = ReturnType<typeof toRulePreview>;
export type PreviewedProduct = RulePreview["products"][number];
