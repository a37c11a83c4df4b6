import {
  allRows,
  defineListSearch,
  defineSearch,
  flag,
  oneOf,
  pageNumber,
  type SearchOf,
  sameList,
  searchOf,
  text,
  trimmed,
  typed,
} from "#app/core/search/search.ts";
import { type StoreAlias, storePath } from "#app/core/stores/paths.ts";
import { rowsOnScreen } from "#app/features/sheets/sheetChoices.ts";

const maxMessageLength = 1_000;
export const wireMessage = (message: string): string => trimmed(message, maxMessageLength);

export const productSearch = defineListSearch({
  code: typed("code"),
  title: typed("title"),
  /** A validation message, gathered from all pages: no call filters by it (products#message). */
  message: text("message", { longest: maxMessageLength }),
  invalid: flag("invalid"),
  page: pageNumber(),
});
export type ProductFilter = SearchOf<typeof productSearch>;

export const productTabs = ["inventory", "changes", "raw"] as const;
export type ProductTab = (typeof productTabs)[number];

/** A product's part of the URL after its id: its group id, to find it by, its open tab, and its changes' filter. */
export const productView = defineSearch({
  group: text("group"),
  tab: oneOf("tab", [undefined, ...productTabs]),
  change: text("change"),
});
export type ProductView = SearchOf<typeof productView>;

/**
 * The products to export: one page of 1,000 (products#export), the rows on the screen (products#export-rows) or all
 * that match (products#export-all); and whether to include their variants.
 */
export const productExport = defineSearch({
  all: allRows,
  these: rowsOnScreen,
  variants: flag("variants"),
});

/** Where to look up one product: no call returns one by its id alone. */
export type ProductPlace = { id: string; group: string } & Partial<ProductView>;

/** The list of a store's products; without an alias, that of all stores' products with one message (products#message). */
export const productsPath = (alias: StoreAlias, filter: Partial<ProductFilter> = {}): string =>
  `${alias === undefined ? "/products/refused" : storePath(alias, "products")}${productSearch.write(filter)}`;

export const productPath = (alias: string, filter: Partial<ProductFilter>, place: ProductPlace): string =>
  `${storePath(alias, "products")}/${encodeURIComponent(place.id)}${searchOf(
    productSearch.entries(filter),
    productView.entries(place),
  )}`;

type BulkProduct = Pick<ProductPlace, "id" | "group"> & { alias: string };

/** A product within a bulk selection: its id, its group id and its store, in one text. */
export const productInBulk = ({ id, group, alias }: BulkProduct): string =>
  [id, group, alias].map(encodeURIComponent).join(" ");

/** Parses such a text; one that isn't ours gives no product. */
export function productOfBulk(text: string): BulkProduct {
  try {
    const [id = "", group = "", alias = ""] = text.split(" ").map(decodeURIComponent);
    return { id, group, alias };
  } catch (problem) {
    if (problem instanceof URIError) return { id: text, group: "", alias: "" };
    throw problem;
  }
}

export const isSameProductList = sameList(/^\/store\/[^/]+\/products(?=\/|$)/, productSearch);
