import type { SearchOf } from "#app/search/defineSearch.ts";
import { flag, oneOf, pageNumber, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";

/** The orders that the list can have besides that in which it comes (product-master#order). */
const masterSorts = ["updated", "untouched", "code", "code-down", "name", "name-down"] as const;

/** What the list is filtered and ordered by; and whether it is to be read from the server again. */
export const masterSearch = defineListSearch({
  query: text("q"),
  brand: text("brand"),
  sort: oneOf("sort", [undefined, ...masterSorts]),
  page: pageNumber(),
  refresh: flag("refresh"),
});
export type MasterFilter = Omit<SearchOf<typeof masterSearch>, "refresh">;
