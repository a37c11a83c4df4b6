import { defineListSearch, pageNumber, type SearchOf, text } from "#app/search/search.ts";
import { storePath } from "#app/stores/paths.ts";

/** Filter of the list: a customer order number. */
export const shipmentSearch = defineListSearch({ query: text("q"), page: pageNumber() });
export type ShipmentFilter = SearchOf<typeof shipmentSearch>;

const base = (alias: string): string => storePath(alias, "shipments");

export const shipmentsPath = (alias: string, filter: Partial<ShipmentFilter> = {}): string =>
  `${base(alias)}${shipmentSearch.write(filter)}`;
