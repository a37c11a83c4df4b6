import { type SheetCell, type SheetColumn, sheetFormats } from "#app/sheets/columns.ts";
import type { Price, Product } from "./model.ts";
import { productTypeOf } from "./productTypes.ts";

export type ProductColumnKey =
  | "image"
  | "code"
  | "brand"
  | "title"
  | "stock"
  | "price"
  | "validation"
  | "status"
  | "actions";

/** One column of the grid, and the columns of the spreadsheet that it becomes. */
export type ProductColumn = { key: ProductColumnKey; header: string; sheet: readonly SheetColumn<Product>[] };

/** A span of prices is two numbers in one cell: text. */
const priceCell = (price: Price | undefined): SheetCell => {
  if (!price) return null;
  if (price.kind === "text") return price.text;
  return price.min === price.max ? price.min : `${price.min.toFixed(2)} – ${price.max.toFixed(2)}`;
};

const columns: readonly ProductColumn[] = [
  {
    key: "image",
    header: "Image",
    sheet: [{ header: "Image", width: 44, value: (product) => product.images.join("; ") }],
  },
  {
    key: "code",
    header: "Code",
    sheet: [{ header: "Code", width: 18, value: (product) => product.code }],
  },
  {
    key: "brand",
    header: "Brand",
    sheet: [{ header: "Brand", width: 18, value: (product) => product.brand }],
  },
  {
    key: "title",
    header: "Title",
    sheet: [{ header: "Title", width: 48, value: (product) => product.title }],
  },
  {
    key: "stock",
    header: "Stock",
    sheet: [
      {
        header: "Stock",
        width: 10,
        format: sheetFormats.units,
        value: (product) => product.stock?.total ?? null,
      },
    ],
  },
  {
    key: "price",
    header: "Price",
    sheet: [
      { header: "RRP", width: 12, format: sheetFormats.money, value: (product) => priceCell(product.rrp) },
      {
        header: "Sale Price",
        width: 12,
        format: sheetFormats.money,
        value: (product) => priceCell(product.sale),
      },
    ],
  },
  {
    key: "validation",
    header: "Validation Status",
    sheet: [{ header: "Validation Status", width: 40, value: (product) => product.validation.join("; ") }],
  },
  {
    key: "status",
    header: "Status",
    sheet: [{ header: "Status", width: 18, value: (product) => product.status }],
  },
  {
    key: "actions",
    header: "Actions",
    sheet: [
      {
        header: "Actions",
        width: 32,
        value: (product) => product.actions.map((action) => action.text).join("; "),
      },
    ],
  },
];

/** The columns of a store type, for grid and spreadsheet alike: Status is shown for iconic only (spec 1 §2). */
export const productColumns = (storeType: string): ProductColumn[] =>
  columns.filter((column) => column.key !== "status" || productTypeOf(storeType).externalStatus === true);
