import type { WireRow } from "#contract/envelopes.ts";
import type { MetaProduct } from "#contract/metaproducts.ts";
import { productColumns, type SheetCell, type SheetColumn } from "./columns.ts";
import { type Product, toProduct, variantPrices, variantStock } from "./model.ts";
import { productTypeOf } from "./productTypes.ts";
import type { SheetHeading, SheetRow } from "./sheetSlice.ts";
import { firstAttribute, toText } from "./values.ts";

/** One row of the sheet before it is spread over columns: a product, or one of its variants. */
type Entry = { product: Product; sku: string; barcode: string; variantStatus: string };

type EntryColumn = Omit<SheetColumn, "value"> & { value: (entry: Entry) => SheetCell };

const variantColumns: readonly EntryColumn[] = [
  { header: "SKU", width: 20, value: (entry) => entry.sku },
  { header: "Barcode", width: 16, value: (entry) => entry.barcode },
  { header: "Variant Status", width: 16, value: (entry) => entry.variantStatus },
];

const barcodeAttributes = ["barcode", "Barcode", "BARCODE", "ean", "EAN", "gtin", "GTIN", "upc", "UPC"];

/** The grid's columns; with variants, what tells them apart stands right after the code. */
function entryColumns(storeType: string, variants: boolean): EntryColumn[] {
  return productColumns(storeType).flatMap((column) => {
    const own = column.sheet.map((sheet) => ({
      ...sheet,
      value: (entry: Entry) => sheet.value(entry.product),
    }));
    return variants && column.key === "code" ? [...own, ...variantColumns] : own;
  });
}

/** Header, width and number format of every column, in order. */
export const sheetHeadings = (storeType: string, variants: boolean): SheetHeading[] =>
  entryColumns(storeType, variants).map(({ header, width, format }) => ({
    header,
    width,
    ...(format === undefined ? {} : { format }),
  }));

/** Excel refuses a file with a longer cell. */
const longestCell = 32_767;

/** Text as a cell may hold it: no control characters, no half surrogates, at most 32,767 characters. */
function cleanCell(cell: SheetCell): SheetCell {
  if (typeof cell !== "string") return cell;
  if (cell === "") return null;
  const text = cell
    .replace(/\p{Cs}/gu, "\ufffd")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold these, escaped or not
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
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
      barcode: toText(firstAttribute(variant.attributes, barcodeAttributes)),
      variantStatus: toText(variant.status?.ExternalStatus),
    };
  });
}

/** A row that could not be read still takes its place in the sheet, with its id and what is wrong. */
const unreadableProduct = (id: string, problem: string): Product => ({
  id,
  code: id,
  brand: "",
  title: `This row could not be read: ${problem}`,
  images: [],
  stock: undefined,
  rrp: undefined,
  sale: undefined,
  validation: [],
  status: "",
  actions: [],
});

const productEntry = (product: Product): Entry => ({ product, sku: "", barcode: "", variantStatus: "" });

/**
 * The cells of these products in the order of `sheetHeadings`; with `variants`, each product is followed
 * by its variants in rows of their own, which repeat its code, brand and title (decisions, Export).
 */
export function toSheetRows(
  rows: readonly WireRow<MetaProduct>[],
  storeType: string,
  variants: boolean,
): SheetRow[] {
  const columns = entryColumns(storeType, variants);
  return rows
    .flatMap((row) => {
      if (!row.readable) return [productEntry(unreadableProduct(row.id, row.problem))];
      const product = toProduct(row.row, storeType);
      return [productEntry(product), ...(variants ? variantEntries(product, row.row, storeType) : [])];
    })
    .map((entry) => columns.map((column) => cleanCell(column.value(entry))));
}

/** 'shoes-and-sox-products-page-3-2026-11-20.xlsx': store, which page (or all), and the day in `timeZone`. */
export function sheetFileName(storeName: string, page: number | "all", at: Date, timeZone: string): string {
  const store = storeName
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const day = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
  return `${store || "store"}-products-${page === "all" ? "all" : `page-${page}`}-${day}.xlsx`;
}
