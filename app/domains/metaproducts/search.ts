import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { flag, oneOf, pageNumber, text } from "#app/search/fields.ts";
import { allRows } from "#app/sheets/sheetSearch.ts";

/** What the list is filtered by. */
export const productSearch = defineSearch({
  code: text("code"),
  title: text("title"),
  invalid: flag("invalid"),
  page: pageNumber(),
});
export type ProductFilter = SearchOf<typeof productSearch>;

export const productTabs = ["inventory", "changes", "raw"] as const;
export type ProductTab = (typeof productTabs)[number];

/**
 * What a product's own URL says besides its id: its group's id, since no call returns a single product, and the
 * open tab.
 */
export const productView = defineSearch({
  group: text("group"),
  tab: oneOf("tab", [undefined, ...productTabs]),
});
export type ProductView = SearchOf<typeof productView>;

/**
 * Which products an export holds: one page of 1,000 (products#export) or all that match (products#export-all); and
 * whether their variants, too.
 */
export const productExport = defineSearch({ all: allRows, variants: flag("variants") });
export type ProductExport = SearchOf<typeof productExport>;
