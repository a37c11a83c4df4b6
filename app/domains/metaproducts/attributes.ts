import { isObject, shorten, toText } from "#app/values/values.ts";
import type { MetaProduct } from "#contract/metaproducts.ts";

/** One attribute of a product or its variants: a line per value if they differ. */
export type AttributeRow = { key: string; name: string; owner: "Product" | "Variants"; value: string };

const maxValueLength = 2000;

/** Objects as JSON, everything else as text. */
const shown = (value: unknown): string =>
  shorten(isObject(value) ? JSON.stringify(value) : toText(value), maxValueLength);

/** The variants' values of an attribute: the common value, else each one after its SKU. */
function ofVariants(product: MetaProduct, name: string): string {
  const values = (product.variants ?? []).map(({ productSku, attributes }) => ({
    sku: toText(productSku),
    // An attribute may have the name of an inherited property.
    value: attributes && Object.hasOwn(attributes, name) ? shown(attributes[name]) : "",
  }));
  const [first = "", ...others] = new Set(values.map(({ value }) => value));
  return others.length === 0 ? first : values.map(({ sku, value }) => `${sku}: ${value || "–"}`).join("\n");
}

/** Every attribute of a product and its variants in the channel, by their original names (products#attribute-table). */
export function toAttributes(product: MetaProduct): AttributeRow[] {
  const ownNames = Object.keys(product.attributes ?? {});
  const names = new Set((product.variants ?? []).flatMap(({ attributes }) => Object.keys(attributes ?? {})));
  return [
    ...ownNames.map((name) => ({
      key: `product ${name}`,
      name: shorten(name, 120),
      owner: "Product" as const,
      value: shown(product.attributes?.[name]),
    })),
    ...[...names].map((name) => ({
      key: `variants ${name}`,
      name: shorten(name, 120),
      owner: "Variants" as const,
      value: ofVariants(product, name),
    })),
  ];
}
