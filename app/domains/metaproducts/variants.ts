import { attributeOf, formatUnits, shorten, toText, type ValueView } from "#app/values/values.ts";
import type { MetaProduct, MetaProductVariant } from "#contract/metaproducts.ts";
import type { ProductAttributes } from "#contract/storeTypes.ts";
import { productTypeOf, variantBarcode, variantPrices, variantStatus, variantStock } from "./model.ts";
import { shownPrice } from "./viewModel.ts";

/** One variant as shown; missing texts are empty. */
export type VariantRow = {
  key: string;
  sku: string;
  barcode: string;
  rrp?: ValueView;
  sale?: ValueView;
  status: string;
  quantity?: ValueView;
  /** The channel's messages about this variant. */
  refusals: string[];
};
export type Variants = {
  rows: VariantRow[];
  /** Columns besides the SKU that are not empty. */
  shows: { barcode: boolean; prices: boolean; status: boolean; quantity: boolean };
  /** Units of all variants; undefined for a type without a stock attribute. */
  total?: string;
  /** Variants whose quantity is missing or not a number. */
  unreadable: number;
};

const shownQuantity = (
  variant: MetaProductVariant,
  inventory: string,
  units: number | undefined,
): ValueView => {
  if (units !== undefined) return formatUnits(units);
  const sent = toText(attributeOf(variant.attributes, inventory));
  return { text: shorten(sent, 40), note: sent === "" ? "Missing" : "Not a number" };
};

/** Shorter SKUs may be part of any sentence. */
const shortestSku = 4;

/** Whether a message names this SKU and not a longer one: '…_8' is not '…_8.5'. */
function isNamed(sku: string, message: string): boolean {
  if (sku.length < shortestSku) return false;
  const isPart = (text: string) => /^[.-]?[\p{L}\p{N}_]/u.test(text);
  for (let at = message.indexOf(sku); at >= 0; at = message.indexOf(sku, at + 1)) {
    const before = message.slice(Math.max(0, at - 1), at);
    if (!isPart(before) && !isPart(message.slice(at + sku.length))) return true;
  }
  return false;
}

function toVariantRow(
  variant: MetaProductVariant,
  key: string,
  type: ProductAttributes,
  messages: readonly string[],
): VariantRow & { units: number | undefined } {
  const { inventory } = type;
  const { rrp, sale } = variantPrices(variant, type);
  const sku = toText(variant.productSku);
  const units = inventory === undefined ? undefined : variantStock(variant, inventory);
  return {
    key,
    sku: shorten(sku, 80),
    barcode: shorten(variantBarcode(variant), 40),
    rrp: rrp && shownPrice(rrp),
    sale: sale && shownPrice(sale),
    status: shorten(variantStatus(variant), 40),
    ...(inventory !== undefined && { quantity: shownQuantity(variant, inventory, units) }),
    refusals: messages.filter((message) => isNamed(sku, message)),
    units,
  };
}

/**
 * The variants with barcode, prices, status at the channel, and quantity by the type's inventory
 * attribute, and the total (products#inventory). `messages` are the channel's.
 */
export function toVariants(product: MetaProduct, storeType: string, messages: readonly string[]): Variants {
  const type = productTypeOf(storeType);
  const variants = (product.variants ?? []).map((variant, index) =>
    toVariantRow(variant, String(index), type, messages),
  );
  const sum = variants.reduce((total, { units }) => total + (units ?? 0), 0);
  return {
    rows: variants.map(({ units: _, ...row }) => row),
    shows: {
      barcode: variants.some(({ barcode }) => barcode !== ""),
      prices: variants.some(({ rrp, sale }) => rrp !== undefined || sale !== undefined),
      status: variants.some(({ status }) => status !== ""),
      quantity: type.inventory !== undefined,
    },
    ...(type.inventory !== undefined && { total: formatUnits(Math.round(sum * 1e6) / 1e6) }),
    unreadable: type.inventory === undefined ? 0 : variants.filter(({ units }) => units === undefined).length,
  };
}
