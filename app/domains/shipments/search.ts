import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { pageNumber, text } from "#app/search/fields.ts";

/** What the list is filtered by: a customer order number. */
export const shipmentSearch = defineSearch({ query: text("q"), page: pageNumber() });
export type ShipmentFilter = SearchOf<typeof shipmentSearch>;
