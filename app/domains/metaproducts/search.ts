import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { flag, oneOf, pageNumber, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";
import { allRows, rowsOnScreen } from "#app/sheets/sheetSearch.ts";

/** What the list is filtered by. */
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
 * What a product's own URL says besides its id: its group's id, since no call returns a single product, the open tab,
 * and what its changes are filtered by.
 */
export const productView = defineSearch({
  group: text("group"),
  tab: oneOf("tab", [undefined, ...productTabs]),
  change: text("change"),
});
export type ProductView = SearchOf<typeof productView>;

/**
 * Which products an export holds: one page of 1,000 (products#export), the rows on the screen (products#export-rows) or
 * all that match (products#export-all); and whether their variants, too.
 */
export const productExport = defineSearch({
  all: allRows,
  these: rowsOnScreen,
  variants: flag("variants"),
});
export type ProductExport = SearchOf<typeof productExport>;
