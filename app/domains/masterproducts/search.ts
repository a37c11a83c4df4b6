import type { SearchOf } from "#app/search/defineSearch.ts";
import { flag, pageNumber, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";

/** What the list is filtered by; and whether it is to be read from the server again. */
export const masterSearch = defineListSearch({
  query: text("q"),
  brand: text("brand"),
  page: pageNumber(),
  refresh: flag("refresh"),
});
export type MasterFilter = Omit<SearchOf<typeof masterSearch>, "refresh">;
