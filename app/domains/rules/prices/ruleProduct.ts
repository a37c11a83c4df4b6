import { attributeOf, shorten, toText } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { MetaProduct, MetaProductVariant } from "#contract/metaproducts.ts";

export type Attributes = Record<string, unknown>;

/** The products of a store, `unread` the number of unreadable rows, `isCut` where there are more. */
export type RuleProducts = { products: RuleProduct[]; unread: number; isCut: boolean };

const maxNameLength = 200;

function nameOfProduct({ groupId, id, attributes }: MetaProduct): string {
  const title = ["name", "title"].map((key) => toText(attributeOf(attributes, key))).find(Boolean);
  return shorten([groupId || id, title].filter(Boolean).join(" · "), maxNameLength);
}

const holding = (attributes: MetaProductVariant["attributes"]): Attributes =>
  Object.fromEntries(Object.entries(attributes ?? {}).filter(([, value]) => toText(value) !== ""));

/** A product as rules are evaluated on it; a variant has its own attributes and its product's (rules#variants). */
const toRuleProduct = (product: MetaProduct) => {
  const attributes: Attributes = product.attributes ?? {};
  return {
    id: product.id,
    code: toText(product.groupId),
    name: nameOfProduct(product),
    attributes,
    variants: (product.variants ?? []).map((variant) => ({
      sku: shorten(toText(variant.productSku), maxNameLength),
      attributes: { ...attributes, ...holding(variant.attributes) },
    })),
  };
};
export type RuleProduct = ReturnType<typeof toRuleProduct>;

/** A key of attributes: rules that read no others than `names` have the same effect for equal keys. */
export const markingBy =
  (names: readonly string[]) =>
  (attributes: Attributes): string =>
    JSON.stringify(names.map((name) => attributeOf(attributes, name) ?? null));

/** The readable rows of a list as rules see them, and the number of unreadable ones. */
export function toRuleProducts(rows: readonly WireRow<MetaProduct>[]): Omit<RuleProducts, "isCut"> {
  const products = rows.flatMap((row) => (row.readable ? [toRuleProduct(row.row)] : []));
  return { products, unread: rows.length - products.length };
}
