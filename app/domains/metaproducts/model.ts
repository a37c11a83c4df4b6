import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import {
  attributeOf,
  firstAttribute,
  formatDollars,
  formatUnits,
  imageAddresses,
  isObject,
  plural,
  shorten,
  toText,
  type ValueView,
} from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { MetaProduct, MetaProductVariant } from "#contract/metaproducts.ts";
import { readNumber } from "#contract/numbers.ts";
import type { Store } from "#contract/stores.ts";
import { isStoreType, neutralProduct, type ProductAttributes, storeTypeFacts } from "#contract/storeTypes.ts";

/** A product with the store whose list it is on. */
export type StoreProduct = { store: Store; row: Extract<WireRow<MetaProduct>, { readable: true }> };

/** The attributes that a store type uses for the grid's columns; a new marketplace gets neutral ones. */
export const productTypeOf = (storeType: string): ProductAttributes =>
  isStoreType(storeType) ? storeTypeFacts[storeType].product : neutralProduct;

/** Units of all variants; `unreadable` counts the variants whose stock is missing or not a number. */
export type Stock = { total: number; unreadable: number };
/** Dollars; a range if variants differ; the text itself if not a number. */
export type Price = { kind: "amount"; min: number; max: number } | { kind: "text"; text: string };

/** In many feeds only the variants have title and brand: the product's own value takes precedence. */
const productAttribute = (product: MetaProduct, names: readonly string[]): unknown => {
  const own = firstAttribute(product.attributes, names);
  if (own !== undefined) return own;
  for (const variant of product.variants ?? []) {
    const value = firstAttribute(variant.attributes, names);
    if (value !== undefined) return value;
  }
  return undefined;
};

export const variantStock = (variant: MetaProductVariant, inventory: string): number | undefined =>
  readNumber(attributeOf(variant.attributes, inventory));

/** Floating-point sums have errors such as 0.30000000000000004. */
const withoutCrumbs = (sum: number): number => Math.round(sum * 1e6) / 1e6;

/**
 * Sum of the variants' stock in units; undefined if the type has no inventory attribute. Values
 * that are not numbers are left out of the sum and counted (products#stock).
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

/** The product's own price, else the range of its variants' prices. */
function priceOf(product: MetaProduct, names: readonly string[]): Price | undefined {
  const own = readPrice(firstAttribute(product.attributes, names));
  if (own) return own;
  const amounts = (product.variants ?? []).flatMap((variant) => {
    const amount = readNumber(firstAttribute(variant.attributes, names));
    return amount === undefined ? [] : [amount];
  });
  if (amounts.length === 0) return undefined;
  return { kind: "amount", min: Math.min(...amounts), max: Math.max(...amounts) };
}

export const variantPrices = (variant: MetaProductVariant, type: ProductAttributes) => ({
  rrp: readPrice(firstAttribute(variant.attributes, type.rrp)),
  sale: readPrice(firstAttribute(variant.attributes, type.sale)),
});

/** The type's image attribute, then `status.image_url`, then `image_url_1`; unusable URLs left out. */
function imagesOf(product: MetaProduct, type: ProductAttributes): string[] {
  const fromType = type.image
    ? imageAddresses(productAttribute(product, [type.image.attribute]), type.image.separator)
    : [];
  if (fromType.length > 0) return fromType;
  const fromStatus = imageAddresses(product.status?.image_url);
  return fromStatus.length > 0 ? fromStatus : imageAddresses(product.status?.image_url_1);
}

/** 'Created' when every variant is, 'Partially Created' when some are, else blank (products#external-status). */
export function externalStatusOf(product: MetaProduct): "Created" | "Partially Created" | "" {
  const variants = product.variants ?? [];
  const created = variants.filter((variant) => variant.status?.ExternalStatus?.trim() === "Created").length;
  if (created === 0) return "";
  return created === variants.length ? "Created" : "Partially Created";
}

export const variantStatus = (variant: MetaProductVariant): string => toText(variant.status?.ExternalStatus);

/** The common state of all variants at the channel; empty if they differ, or one has none (products#state). */
function stateOf(product: MetaProduct): string {
  const [first = "", ...others] = new Set((product.variants ?? []).map(variantStatus));
  return others.length === 0 ? first : "";
}

/** The channels' attribute names of a variant's barcode. */
const barcodeAttributes = [
  ...["barcode", "Barcode", "BARCODE", "ean", "EAN", "gtin", "GTIN", "upc", "UPC"],
  ...["ProductId", "product-id", "external_product_id"],
];

export const variantBarcode = (variant: MetaProductVariant): string =>
  toText(firstAttribute(variant.attributes, barcodeAttributes));

/**
 * The distinct pictures of a product (products#pictures): the grid's first, then those of the
 * product's other image attributes, such as `image-2`, then those of its status.
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

/** The non-empty parts of the title; a colour already in the name is not repeated. */
const titleOf = (product: MetaProduct, type: ProductAttributes): string =>
  type.title.reduce((title, alternatives) => {
    const part = toText(productAttribute(product, alternatives));
    if (title === "" || part === "") return title + part;
    return title.toLowerCase().includes(part.toLowerCase()) ? title : `${title}, ${part}`;
  }, "");

/**
 * Parses one product for every screen and sheet by the table of its store's type; missing texts are empty, and no
 * missing or invalid value throws.
 */
export function toProduct(product: MetaProduct, storeType: string) {
  const type = productTypeOf(storeType);
  return {
    id: product.id,
    code: toText(product.groupId),
    store: toText(product.storeGroup),
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
export type Product = ReturnType<typeof toProduct>;

/** The stock; the note says how many variants it leaves out. */
export const shownStock = ({ total, unreadable }: Stock): ValueView =>
  unreadable === 0
    ? formatUnits(total)
    : {
        text: formatUnits(total),
        note: `${plural(unreadable, "variant has", "variants have")} no readable stock`,
      };

const maxPriceLength = 40;

/** A price in dollars, a range if variants differ; a non-numeric one as sent, and marked. */
export function shownPrice(price: Price): ValueView {
  if (price.kind === "text") return { text: price.text.slice(0, maxPriceLength), note: "Not a number" };
  const from = formatDollars(price.min);
  return price.min === price.max ? from : `${from} – ${formatDollars(price.max)}`;
}

const shownMessages = 3;
const maxMessageLength = 160;

/** The first distinct messages, shortened, and the number of further ones. */
export function shownValidation(messages: readonly string[]): { messages: string[]; more: number } {
  const different = [...new Set(messages.map((message) => shorten(message, maxMessageLength)))];
  return {
    messages: different.slice(0, shownMessages),
    more: Math.max(0, different.length - shownMessages),
  };
}

/** The tone of a state at the channel: the channels' own words, of which 'Created' is the good one (products#state). */
export function toneOfState(state: string): Tone {
  if (state === "Created") return "ok";
  return /reject|refus|fail|error|invalid/i.test(state) ? "attention" : "background";
}
