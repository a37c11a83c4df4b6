import {
  defineSearch,
  flag,
  oneOf,
  pageNumber,
  type SearchOf,
  sameList,
  searchOf,
  text,
} from "#app/search/search.ts";
import { defineListSearch, type Opener, openerSearch } from "#app/search/sharedSearches.ts";
import { allRows, rowsOnScreen } from "#app/sheets/sheetSearch.ts";
import { storePath } from "#app/stores/paths.ts";

export const productSearch = defineListSearch({
  code: text("code"),
  title: text("title"),
  invalid: flag("invalid"),
  page: pageNumber(),
});
export type ProductFilter = SearchOf<typeof productSearch>;

export const productTabs = ["inventory", "changes", "raw"] as const;
export type ProductTab = (typeof productTabs)[number];

/**
 * A product's part of the URL besides its id: its group id, since no call returns a single product,
 * the open tab, and the filter of its changes.
 */
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

/**
 * Where to look up one product. No call returns a single product, so its URL also has its group id;
 * dialogs return to `opener`.
 */
export type ProductPlace = { id: string; group: string; opener?: Opener } & Partial<ProductView>;

const base = (alias: string): string => storePath(alias, "products");

export const productsPath = (alias: string, filter: Partial<ProductFilter> = {}): string =>
  `${base(alias)}${productSearch.write(filter)}`;

export const productPath = (alias: string, filter: Partial<ProductFilter>, place: ProductPlace): string =>
  `${base(alias)}/${encodeURIComponent(place.id)}${searchOf(
    productSearch.entries(filter),
    productView.entries(place),
    openerSearch.entries(place),
  )}`;

/** A product within a bulk selection: its id and its group id, in one text. */
export const productInBulk = ({ id, group }: Pick<ProductPlace, "id" | "group">): string =>
  [id, group].map(encodeURIComponent).join(" ");

/** Parses such a text; one that isn't ours gives no product. */
export function productOfBulk(text: string): Pick<ProductPlace, "id" | "group"> {
  try {
    const [id = "", group = ""] = text.split(" ").map(decodeURIComponent);
    return { id, group };
  } catch (problem) {
    if (problem instanceof URIError) return { id: text, group: "" };
    throw problem;
  }
}

/** Whether two URLs show the same list: store, filter and page; an open panel makes no difference. */
export const isSameProductList = sameList(/^\/store\/[^/]+\/products(?=\/|$)/, productSearch);
