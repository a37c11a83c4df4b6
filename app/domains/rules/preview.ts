import { attributeOf, toText } from "#app/values/read.ts";
import { plural, shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { MetaProduct } from "#contract/metaproducts.ts";
import type { CustomRule, CustomRuleAttribute } from "#contract/rules.ts";
import { evaluateRule } from "./evaluate.ts";
import { nameOfRule } from "./model.ts";
import { type Overlap, overlaps } from "./overlaps.ts";
import { rulePath } from "./paths.ts";
import type { RuleFilter } from "./search.ts";
import type { EditedRule } from "./values.ts";

/** What a rule would do to one product of the sample. */
export type PreviewedProduct = {
  key: string;
  name: string;
  changes: { attribute: string; before: string; after: string }[];
  /** What the portal cannot judge, in words. */
  unclear: string[];
};

export type PreviewedOverlap = { key: string; name: string; href: string; attributes: string; order: string };

/** What a rule would do, by the portal's own reckoning: indicative. */
export type RulePreview = {
  /** Such as '3 of 20 products would change'. */
  summary: string;
  products: PreviewedProduct[];
  overlaps: PreviewedOverlap[];
};

const longestValue = 200;

function nameOfProduct({ groupId, id, attributes }: MetaProduct): string {
  const title = ["name", "title"].map((key) => toText(attributeOf(attributes, key))).find(Boolean);
  return shorten([groupId || id, title].filter(Boolean).join(" · "), longestValue);
}

const shown = (value: unknown): string => shorten(toText(value), longestValue) || "(empty)";

const orderWords: Record<Overlap<CustomRule>["order"], string> = {
  before: "goes before this rule",
  after: "goes after this rule",
  same: "has the same priority",
};

/** What `rule` would do to a sample of products, and the enabled rules that it meets. */
export function toRulePreview(
  rule: EditedRule,
  sample: readonly WireRow<MetaProduct>[],
  others: readonly WireRow<CustomRule>[],
  context: { alias: string; filter: RuleFilter; attributes: readonly CustomRuleAttribute[] },
): RulePreview {
  const types = new Map(context.attributes.map(({ name, type }) => [name, type]));
  const products = sample.flatMap((row) => (row.readable ? [row.row] : []));
  const effects = products.map((product, index) => {
    const { changes, unclear } = evaluateRule(rule, types, product.attributes);
    return {
      key: String(index),
      name: nameOfProduct(product),
      changes: changes.map(({ attribute, before, after }) => ({
        attribute,
        before: shown(before),
        after: shown(after),
      })),
      unclear,
    };
  });
  const changed = effects.filter(({ changes }) => changes.length > 0).length;
  const readable = others.flatMap((row) => (row.readable ? [row.row] : []));
  return {
    summary:
      products.length === 0
        ? "The store has no products to try the rule on."
        : `Of a sample of ${plural(products.length, "product", "products")}, ${changed} would change.`,
    products: effects.filter(({ changes, unclear }) => changes.length > 0 || unclear.length > 0),
    overlaps: overlaps(rule, readable).map(({ rule: other, attributes, order }) => ({
      key: other.id,
      name: shorten(nameOfRule(other), longestValue),
      href: rulePath(context.alias, context.filter, other.id),
      attributes: attributes.join(", "),
      order: `Priority ${toText(other.priority) || "–"}: ${orderWords[order]}`,
    })),
  };
}
