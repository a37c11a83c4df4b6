import type { SearchOf } from "#app/search/defineSearch.ts";
import { pageNumber, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";

/** What the list is filtered by: a customer order number. */
export const shipmentSearch = defineListSearch({ query: text("q"), page: pageNumber() });
export type ShipmentFilter = SearchOf<typeof shipmentSearch>;
