import { type OfferedAction, offeredActions } from "#app/core/commands/model.ts";
import { actionsColumn, type ColumnCells, defineColumns, textColumn } from "#app/core/lists/columns.ts";
import { toOpenPage } from "#app/core/lists/listed.ts";
import { defineSheetPlan, type SheetColumn, sheetColumn as sheet } from "#app/core/lists/sheetColumns.ts";
import { productColumns as words } from "#app/core/specification/products.ts";
import { shareEqual, shorten, toText } from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import { dollarsText, readCents } from "#contract/numbers.ts";
import {
  type Price,
  type Product,
  productTypeOf,
  type StoreProduct,
  shownPrice,
  shownStock,
  shownValidation,
  toProduct,
  variantBarcode,
  variantPrices,
  variantStatus,
  variantStock,
} from "./model.ts";
import { type ProductFilter, productInBulk, productPath } from "./paths.ts";

export type ListContext = { alias: string; storeType: string; filter: ProductFilter; username: string };

function toRow(
  wire: MetaProduct,
  { alias, storeType, filter, username }: ListContext,
  without: ReturnType<typeof columnsWithout>,
  share: (actions: OfferedAction[]) => OfferedAction[],
) {
  const product = toProduct(wire, storeType);
  return {
    key: product.id,
    bulkId: productInBulk({ id: product.id, group: product.code, alias }),
    href: productPath(alias, filter, { id: product.id, group: product.code }),
    /** Empty if there is none. */
    code: shorten(product.code, 80),
    cells: productColumns.cells(
      product,
      { actions: share(offeredActions(product.actions, username)) },
      without,
    ),
  };
}
export type ProductRow = ReturnType<typeof toRow>;

export function toProductPage(rows: readonly WireRow<MetaProduct>[], context: ListContext) {
  const without = columnsWithout(context.storeType);
  const share = shareEqual<OfferedAction[]>();
  return toOpenPage(rows, metaProductPageSize, (wire) => toRow(wire, context, without, share));
}

export function toGatheredProducts(
  products: readonly StoreProduct[],
  { filter, username, isEveryStore }: Pick<ListContext, "filter" | "username"> & { isEveryStore: boolean },
): { row: ProductRow }[] {
  const share = shareEqual<OfferedAction[]>();
  return products.map(({ store: { storeAlias: alias, storeType, storeName }, row }) => {
    const without = columnsWithout(isEveryStore ? undefined : storeType);
    const context = { alias, storeType, filter: { ...filter, page: 1 }, username };
    const listRow = toRow({ storeGroup: storeName, ...row.row }, context, without, share);
    return { row: { ...listRow, key: isEveryStore ? `${alias} ${listRow.key}` : listRow.key } };
  });
}

/** Parts of a row besides its product: the actions offered to this user. */
type Offered = { actions: OfferedAction[] };

/** Being listed is the normal state: only others are mentioned in the list (products#state). */
const isUnlisted = (state: string) => state !== "Created";

const dollars = (amount: number): string => dollarsText(readCents(amount) ?? 0);

/** A price range is two numbers in one cell: text. */
const figure = (price: Price | undefined) => {
  if (price?.kind !== "amount") return price?.text;
  return price.min === price.max ? price.min : `${dollars(price.min)} – ${dollars(price.max)}`;
};

/** The columns (products#columns). */
export const productColumns = defineColumns<Product, Offered>()({
  image: {
    header: words.image,
    narrow: "picture",
    aside: true,
    tight: true,
    show: ({ images: [src] }) => ({ src }),
    sheet: [sheet("Image", 44, ({ images }) => images.join("; "))],
  },
  code: textColumn(words.code, 18, ({ code }) => code, { narrow: "title", aside: true, longest: 80 }),
  store: textColumn("Store", 18, ({ store }) => store, { narrow: "plain", aside: true, longest: 80 }),
  brand: textColumn(words.brand, 18, ({ brand }) => brand, { narrow: "plain", rank: 1, longest: 80 }),
  title: {
    header: words.title,
    narrow: "plain",
    aside: true,
    roomy: true,
    show: ({ title, state }) => ({ title, state: isUnlisted(state) ? shorten(state, 40) : "" }),
    sheet: [sheet("Title", 48, ({ title }) => title)],
  },
  stock: {
    header: words.stock,
    align: "end",
    show: ({ stock }) => stock && shownStock(stock),
    sheet: [sheet("Stock", 10, ({ stock }) => stock?.total, "units")],
  },
  price: {
    header: words.price,
    align: "end",
    tight: true,
    lines: true,
    rank: 3,
    show: ({ rrp, sale }) => ({ rrp: rrp && shownPrice(rrp), sale: sale && shownPrice(sale) }),
    sheet: [
      sheet("RRP", 12, ({ rrp }) => figure(rrp), "money"),
      sheet("Sale Price", 12, ({ sale }) => figure(sale), "money"),
    ],
  },
  validation: {
    header: words.validation,
    roomy: true,
    expands: true,
    narrow: "plain",
    show: ({ validation }) => shownValidation(validation),
    sheet: [sheet("Validation Status", 40, ({ validation }) => validation.join("; "))],
  },
  status: textColumn(words.status, 18, ({ status }) => status, { narrow: "plain", rank: 1 }),
  actions: actionsColumn<OfferedAction[]>(),
});

export type ProductCells = ColumnCells<typeof productColumns>;

/**
 * The columns that a list leaves out: those that its store type has no data for (products#columns-of-type). A list of
 * all stores has no type: it has every column.
 */
export function columnsWithout(storeType: string | undefined): (keyof ProductCells)[] {
  if (storeType === undefined) return [];
  const { inventory, rrp, sale, externalStatus } = productTypeOf(storeType);
  const none: (keyof ProductCells | false)[] = [
    "store",
    inventory === undefined && "stock",
    rrp.length + sale.length === 0 && "price",
    !externalStatus && "status",
  ];
  return none.filter((key) => key !== false);
}

/** One row of the sheet before it is spread over columns: a product, or one of its variants. */
type Entry = { product: Product; sku: string; barcode: string; variantStatus: string };

const variantColumns: readonly SheetColumn<Entry>[] = [
  sheet("SKU", 20, ({ sku }) => sku),
  sheet("Barcode", 16, ({ barcode }) => barcode),
  sheet("Variant Status", 16, ({ variantStatus }) => variantStatus),
];

/** The grid's columns; with variants, their identifying columns follow the code. */
function entryColumns(storeType: string | undefined, variants: boolean): SheetColumn<Entry>[] {
  return productColumns.keys(columnsWithout(storeType)).flatMap((key) => {
    const own = productColumns.columns[key].sheet.map((column) => ({
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
  ...toProduct(metaProduct.parse({ id, groupId: id }), ""),
  stock: undefined,
  title: `This row could not be read: ${problem}`,
});

const productEntry = (product: Product): Entry => ({ product, sku: "", barcode: "", variantStatus: "" });

/** `storeType` is absent for products of several stores. */
type SheetOptions = { storeType?: string | undefined; variants: boolean; timeZone: string };

function entriesOf(row: WireRow<MetaProduct>, { variants, ...of }: Omit<SheetOptions, "timeZone">): Entry[] {
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
  columns: ({ storeType, variants }: SheetOptions) => entryColumns(storeType, variants),
  toEntries: (rows: readonly WireRow<MetaProduct>[], choice) => rows.flatMap((row) => entriesOf(row, choice)),
});
