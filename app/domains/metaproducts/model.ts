import { attributeOf, firstAttribute, imageAddresses, isObject, toText } from "#app/values/read.ts";
import type { AvailableAction, MetaProduct, MetaProductVariant } from "#contract/metaproducts.ts";
import { readNumber } from "#contract/numbers.ts";
import { isStoreType, neutralProduct, type ProductAttributes, storeTypeFacts } from "#contract/storeTypes.ts";

/** Where a store type keeps what the grid shows; a new marketplace gets a neutral one. */
export const productTypeOf = (storeType: string): ProductAttributes =>
  isStoreType(storeType) ? storeTypeFacts[storeType].product : neutralProduct;

/** Units over all variants; `unreadable` counts the variants whose stock is missing or no number. */
export type Stock = { total: number; unreadable: number };
/** Dollars; a span where variants differ; the text itself where it is no number. */
export type Price = { kind: "amount"; min: number; max: number } | { kind: "text"; text: string };

/** One meta product as every screen and sheet reads it, whatever its store type calls things. */
export type Product = {
  id: string;
  /** The group id; empty when the server sent none. */
  code: string;
  brand: string;
  title: string;
  images: string[];
  /** Undefined for a store type without an inventory attribute. */
  stock: Stock | undefined;
  rrp: Price | undefined;
  sale: Price | undefined;
  validation: string[];
  status: "Created" | "Partially Created" | "";
  /** What all of its variants are at the channel; empty where they differ or none says so (products#state). */
  state: string;
  actions: AvailableAction[];
};

/** Title and brand of many wires sit on the variants only: the product's own value goes first. */
const productAttribute = (product: MetaProduct, names: readonly string[]): unknown => {
  const own = firstAttribute(product.attributes, names);
  if (own !== undefined) return own;
  for (const variant of product.variants ?? []) {
    const value = firstAttribute(variant.attributes, names);
    if (value !== undefined) return value;
  }
  return undefined;
};

/** One variant's stock in units; undefined when it is missing or no number. */
export const variantStock = (variant: MetaProductVariant, inventory: string): number | undefined =>
  readNumber(attributeOf(variant.attributes, inventory));

/** Adding decimals leaves crumbs such as 0.30000000000000004. */
const withoutCrumbs = (sum: number): number => Math.round(sum * 1e6) / 1e6;

/**
 * Sum of the variants' stock in units; undefined when the type has no inventory attribute. Values that are not numbers
 * are left out of the sum and counted (products#stock).
 */
function stockOf(product: MetaProduct, type: ProductAttributes): Stock | undefined {
  const { inventory } = type;
  if (inventory === undefined) return undefined;
  const units = (product.variants ?? []).map((variant) => variantStock(variant, inventory));
  return {
    total: withoutCrumbs(units.reduce<number>((sum, unit) => sum + (unit ?? 0), 0)),
    unreadable: units.filter((unit) => unit === undefined).length,
  };
}

function readPrice(value: unknown): Price | undefined {
  if (value === undefined) return undefined;
  const amount = readNumber(value);
  return amount === undefined
    ? { kind: "text", text: toText(value) }
    : { kind: "amount", min: amount, max: amount };
}

/** The product's own price, else the span of its variants' prices. */
function priceOf(product: MetaProduct, names: readonly string[]): Price | undefined {
  const own = readPrice(firstAttribute(product.attributes, names));
  if (own) return own;
  const amounts = (product.variants ?? []).flatMap((variant) => {
    const amount = readNumber(firstAttribute(variant.attributes, names));
    return amount === undefined ? [] : [amount];
  });
  const [first, ...others] = amounts;
  if (first === undefined) return undefined;
  return others.reduce<Extract<Price, { kind: "amount" }>>(
    (span, amount) => ({
      kind: "amount",
      min: Math.min(span.min, amount),
      max: Math.max(span.max, amount),
    }),
    { kind: "amount", min: first, max: first },
  );
}

/** What one variant itself says of its prices. */
export const variantPrices = (
  variant: MetaProductVariant,
  type: ProductAttributes,
): { rrp: Price | undefined; sale: Price | undefined } => ({
  rrp: readPrice(firstAttribute(variant.attributes, type.rrp)),
  sale: readPrice(firstAttribute(variant.attributes, type.sale)),
});

/** The type's image attribute, then `status.image_url`, then `image_url_1`; unusable addresses left out. */
function imagesOf(product: MetaProduct, type: ProductAttributes): string[] {
  const fromType = type.image
    ? imageAddresses(productAttribute(product, [type.image.attribute]), type.image.separator)
    : [];
  if (fromType.length > 0) return fromType;
  const fromStatus = imageAddresses(product.status?.image_url);
  return fromStatus.length > 0 ? fromStatus : imageAddresses(product.status?.image_url_1);
}

/** 'Created' when every variant is, 'Partially Created' when some are, else blank (products#external-status). */
export function externalStatusOf(product: MetaProduct): Product["status"] {
  const variants = product.variants ?? [];
  const created = variants.filter((variant) => variant.status?.ExternalStatus?.trim() === "Created").length;
  if (created === 0) return "";
  return created === variants.length ? "Created" : "Partially Created";
}

/** How one variant stands at its channel; empty where that isn't told. */
export const variantStatus = (variant: MetaProductVariant): string => toText(variant.status?.ExternalStatus);

/** What all variants are at the channel; empty where they differ, or one doesn't say. */
function stateOf(product: MetaProduct): string {
  const [first = "", ...others] = new Set((product.variants ?? []).map(variantStatus));
  return others.length === 0 ? first : "";
}

/** The names under which channels keep a variant's barcode. */
const barcodeAttributes = [
  ...["barcode", "Barcode", "BARCODE", "ean", "EAN", "gtin", "GTIN", "upc", "UPC"],
  ...["ProductId", "product-id", "external_product_id"],
];

/** A variant's barcode, as text; empty where it has none. */
export const variantBarcode = (variant: MetaProductVariant): string =>
  toText(firstAttribute(variant.attributes, barcodeAttributes));

/**
 * Every picture of a product (products#pictures), each once: the grid's first, then those of the product's other image
 * attributes, such as `image-2`, then those of its status.
 */
export function picturesOf(product: MetaProduct, storeType: string): string[] {
  const imagesIn = (values: Record<string, unknown> | null | undefined) =>
    Object.entries(values ?? {}).flatMap(([name, value]) =>
      /image/i.test(name) ? (isObject(value) ? Object.values(value) : [value]) : [],
    );
  const type = productTypeOf(storeType);
  const others = [...imagesIn(product.attributes), ...imagesIn(product.status)];
  return [
    ...new Set([
      ...imagesOf(product, type),
      ...others.flatMap((value) => imageAddresses(value, type.image?.separator)),
    ]),
  ];
}

/** The parts of the title that are there; a colour that the name already holds is not repeated. */
const titleOf = (product: MetaProduct, type: ProductAttributes): string =>
  type.title.reduce((title, alternatives) => {
    const part = toText(productAttribute(product, alternatives));
    if (title === "" || part === "") return title + part;
    return title.toLowerCase().includes(part.toLowerCase()) ? title : `${title}, ${part}`;
  }, "");

/** Reads one product by the table of its store's type; missing and odd values never throw. */
export function toProduct(product: MetaProduct, storeType: string): Product {
  const type = productTypeOf(storeType);
  return {
    id: product.id,
    code: toText(product.groupId),
    brand: toText(productAttribute(product, type.brand)),
    title: titleOf(product, type),
    images: imagesOf(product, type),
    stock: stockOf(product, type),
    rrp: priceOf(product, type.rrp),
    sale: priceOf(product, type.sale),
    validation: (product.validationStatus ?? []).map(toText).filter(Boolean),
    status: type.externalStatus ? externalStatusOf(product) : "",
    state: stateOf(product),
    actions: (product.availableActions ?? []).filter((action) => action.value !== ""),
  };
}
