import { z } from "zod";
import { toSheetColumns } from "#app/lists/columns.ts";
import { defineSheetPlan, type SheetColumn, sheetColumn } from "#app/sheets/columns.ts";
import { toText } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProduct } from "#contract/metaproducts.ts";
import { productColumnKeys, productColumns } from "./columns.ts";
import {
  type Product,
  productTypeOf,
  toProduct,
  variantBarcode,
  variantPrices,
  variantStatus,
  variantStock,
} from "./model.ts";

/** One row of the sheet before it is spread over columns: a product, or one of its variants. */
type Entry = { product: Product; sku: string; barcode: string; variantStatus: string };

const variantColumns: readonly SheetColumn<Entry>[] = [
  sheetColumn("SKU", 20, ({ sku }) => sku),
  sheetColumn("Barcode", 16, ({ barcode }) => barcode),
  sheetColumn("Variant Status", 16, ({ variantStatus }) => variantStatus),
];

/** The grid's columns; with variants, their identifying columns follow the code. */
function entryColumns(storeType: string | undefined, variants: boolean): SheetColumn<Entry>[] {
  return productColumnKeys(storeType).flatMap((key) => {
    const own = toSheetColumns(productColumns, [key]).map((column) => ({
      ...column,
      value: ({ product }: Entry) => column.value(product),
    }));
    return variants && key === "code" ? [...own, ...variantColumns] : own;
  });
}

function variantEntries(product: Product, wire: MetaProduct, storeType: string): Entry[] {
  const type = productTypeOf(storeType);
  return (wire.variants ?? []).map((variant) => {
    const units = type.inventory === undefined ? undefined : variantStock(variant, type.inventory);
    return {
      product: {
        ...product,
        images: [],
        stock: units === undefined ? undefined : { total: units, unreadable: 0 },
        ...variantPrices(variant, type),
        validation: [],
        status: "",
        actions: [],
      },
      sku: toText(variant.productSku),
      barcode: variantBarcode(variant),
      variantStatus: variantStatus(variant),
    };
  });
}

/** A row that could not be read still takes its place in the sheet, with its id and what is wrong. */
const unreadableProduct = (id: string, problem: string): Product => ({
  id,
  code: id,
  store: "",
  brand: "",
  title: `This row could not be read: ${problem}`,
  images: [],
  stock: undefined,
  rrp: undefined,
  sale: undefined,
  validation: [],
  status: "",
  state: "",
  actions: [],
});

const productEntry = (product: Product): Entry => ({ product, sku: "", barcode: "", variantStatus: "" });

/** `storeType` is absent for products of several stores. */
const options = z.object({ storeType: z.string().optional(), variants: z.boolean(), timeZone: z.string() });

function entriesOf(
  row: WireRow<MetaProduct>,
  { variants, ...of }: Omit<z.output<typeof options>, "timeZone">,
): Entry[] {
  if (!row.readable) return [productEntry(unreadableProduct(row.id, row.problem))];
  const storeType = of.storeType ?? toText(row.row.storeType);
  const product = toProduct(row.row, storeType);
  return [productEntry(product), ...(variants ? variantEntries(product, row.row, storeType) : [])];
}

/**
 * The sheet of a store's meta products, in pages of 1,000 (products#export). With `variants`, each product is followed
 * by its variants in rows of their own, which repeat its code, brand and title (products#export-columns).
 */
export const productSheetPlan = defineSheetPlan({
  record: metaProduct,
  options: options,
  columns: ({ storeType, variants }) => entryColumns(storeType, variants),
  toEntries: (rows, choice) => rows.flatMap((row) => entriesOf(row, choice)),
});
