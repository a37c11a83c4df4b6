import { isObject, toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { MetaProduct } from "#contract/metaproducts.ts";

/** One attribute of a product, or of its variants: a line for each value where they differ. */
export type AttributeRow = { key: string; name: string; whose: "Product" | "Variants"; value: string };

const maxValueLength = 2000;

/** What an object holds is JSON; everything else is its text. */
const shown = (value: unknown): string =>
  shorten(isObject(value) ? JSON.stringify(value) : toText(value), maxValueLength);

/** What the variants say under one name: the one value that all have, else each one's behind its SKU. */
function ofVariants(product: MetaProduct, name: string): string {
  const told = (product.variants ?? []).map(({ productSku, attributes }) => ({
    sku: toText(productSku),
    // An attribute may be called like what every object inherits.
    value: attributes && Object.hasOwn(attributes, name) ? shown(attributes[name]) : "",
  }));
  const [first = "", ...others] = new Set(told.map(({ value }) => value));
  return others.length === 0 ? first : told.map(({ sku, value }) => `${sku}: ${value || "–"}`).join("\n");
}

/** Every attribute that the channel holds of a product and of its variants, by their own names (products#attribute-table). */
export function toAttributes(product: MetaProduct): AttributeRow[] {
  const ownNames = Object.keys(product.attributes ?? {});
  const names = new Set((product.variants ?? []).flatMap(({ attributes }) => Object.keys(attributes ?? {})));
  return [
    ...ownNames.map((name) => ({
      key: `product ${name}`,
      name: shorten(name, 120),
      whose: "Product" as const,
      value: shown(product.attributes?.[name]),
    })),
    ...[...names].map((name) => ({
      key: `variants ${name}`,
      name: shorten(name, 120),
      whose: "Variants" as const,
      value: ofVariants(product, name),
    })),
  ];
}
