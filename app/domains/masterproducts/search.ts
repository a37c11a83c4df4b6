import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { flag, pageNumber, text } from "#app/search/fields.ts";

/** What the list is filtered by; and whether it is to be read from the server again. */
export const masterSearch = defineSearch({
  query: text("q"),
  brand: text("brand"),
  page: pageNumber(),
  refresh: flag("refresh"),
});
export type MasterFilter = Omit<SearchOf<typeof masterSearch>, "refresh">;
