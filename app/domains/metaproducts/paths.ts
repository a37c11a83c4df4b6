import { searchOf } from "#app/search/entries.ts";
import { type Opener, openerSearch } from "#app/search/opener.ts";
import { sameList } from "#app/search/sameList.ts";
import { storePath } from "#app/stores/paths.ts";
import {
  type ProductExport,
  type ProductFilter,
  type ProductView,
  productExport,
  productSearch,
  productView,
} from "./search.ts";

/**
 * Where one product is looked for. No call returns a single product, so its URL also carries its group
 * id; `opener` is what its dialogs lead back to.
 */
export type ProductPlace = { id: string; group: string; opener?: Opener } & Partial<ProductView>;

const base = (alias: string): string => storePath(alias, "products");

/** The list, filtered; without a filter its first page. */
export const productsPath = (alias: string, filter: Partial<ProductFilter> = {}): string =>
  `${base(alias)}${productSearch.write(filter)}`;

/** The detail panel of one product, over the list it was opened from. */
export const productPath = (alias: string, filter: Partial<ProductFilter>, place: ProductPlace): string =>
  `${base(alias)}/${encodeURIComponent(place.id)}${searchOf(
    productSearch.entries(filter),
    productView.entries(place),
    openerSearch.entries(place),
  )}`;

/** A product as one of several: its id and its group's, in one text. */
export const productInBulk = ({ id, group }: Pick<ProductPlace, "id" | "group">): string =>
  [id, group].map(encodeURIComponent).join(" ");

/** The product that such a text names; one that nobody here wrote names none. */
export function productOfBulk(text: string): Pick<ProductPlace, "id" | "group"> {
  try {
    const [id = "", group = ""] = text.split(" ").map(decodeURIComponent);
    return { id, group };
  } catch (problem) {
    if (problem instanceof URIError) return { id: text, group: "" };
    throw problem;
  }
}

const exportOf = (filter: ProductFilter, choice: ProductExport): string =>
  searchOf(productSearch.entries(filter), productExport.entries(choice));

/** The spreadsheet itself. */
export const productSheetPath = (alias: string, filter: ProductFilter, choice: ProductExport): string =>
  `${base(alias)}/export.xlsx${exportOf(filter, choice)}`;

/** One slice of the spreadsheet's rows as JSON, for the browser that builds the file itself. */
export const productSheetRowsPath = (alias: string, filter: ProductFilter, choice: ProductExport): string =>
  `${base(alias)}/export.json${exportOf(filter, choice)}`;

/** Whether two URLs show the same list: whose, filter and page; an open panel makes no other. */
export const isSameProductList = sameList(/^\/store\/[^/]+\/products(?=\/|$)/, productSearch);
