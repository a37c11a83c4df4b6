import type { OfferedAction } from "#app/confirm/model.ts";
import { type ColumnCells, columnKeys, defineColumns } from "#app/lists/columns.ts";
import { sheetColumn as sheet } from "#app/sheets/columns.ts";
import { shorten } from "#app/values/values.ts";
import { dollarsText, readCents } from "#contract/numbers.ts";
import { type Price, type Product, productTypeOf } from "./model.ts";
import { shownPrice, shownStock, shownValidation } from "./viewModel.ts";

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
    header: "Image",
    narrow: "picture",
    tight: true,
    show: ({ images: [src] }) => ({ src }),
    sheet: [sheet("Image", 44, ({ images }) => images.join("; "))],
  },
  code: {
    header: "Code",
    narrow: "title",
    show: ({ code }) => shorten(code, 80),
    sheet: [sheet("Code", 18, ({ code }) => code)],
  },
  store: {
    header: "Store",
    show: ({ store }) => shorten(store, 80),
    sheet: [sheet("Store", 18, ({ store }) => store)],
  },
  brand: {
    header: "Brand",
    show: ({ brand }) => shorten(brand, 80),
    sheet: [sheet("Brand", 18, ({ brand }) => brand)],
  },
  title: {
    header: "Title",
    roomy: true,
    show: ({ title, state }) => ({ title, state: isUnlisted(state) ? shorten(state, 40) : "" }),
    sheet: [sheet("Title", 48, ({ title }) => title)],
  },
  stock: {
    header: "Stock",
    align: "end",
    show: ({ stock }) => stock && shownStock(stock),
    sheet: [sheet("Stock", 10, ({ stock }) => stock?.total, "units")],
  },
  price: {
    header: "Price",
    align: "end",
    tight: true,
    lines: true,
    show: ({ rrp, sale }) => ({ rrp: rrp && shownPrice(rrp), sale: sale && shownPrice(sale) }),
    sheet: [
      sheet("RRP", 12, ({ rrp }) => figure(rrp), "money"),
      sheet("Sale Price", 12, ({ sale }) => figure(sale), "money"),
    ],
  },
  validation: {
    header: "Validation Status",
    roomy: true,
    show: ({ validation }) => shownValidation(validation),
    sheet: [sheet("Validation Status", 40, ({ validation }) => validation.join("; "))],
  },
  status: {
    header: "Status",
    show: ({ status }) => status,
    sheet: [sheet("Status", 18, ({ status }) => status)],
  },
  actions: {
    header: "Actions",
    onScreenOnly: true,
    show: (_, { actions }) => actions,
    sheet: [sheet("Actions", 32, ({ actions }) => actions.map(({ text }) => text).join("; "))],
  },
});

export type ProductCells = ColumnCells<typeof productColumns>;

/**
 * The columns of a store type: without those that the type has no data for (products#columns-of-type). A list of all
 * stores has no type: it has every column.
 */
export function productColumnKeys(storeType: string | undefined) {
  if (storeType === undefined) return columnKeys(productColumns);
  const { inventory, rrp, sale, externalStatus } = productTypeOf(storeType);
  return columnKeys(productColumns, [
    "store",
    ...(inventory === undefined ? (["stock"] as const) : []),
    ...(rrp.length + sale.length === 0 ? (["price"] as const) : []),
    ...(externalStatus ? [] : (["status"] as const)),
  ]);
}
