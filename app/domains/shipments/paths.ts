import type { SearchOf } from "#app/search/defineSearch.ts";
import { searchOf } from "#app/search/entries.ts";
import { pageNumber, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { storePath } from "#app/stores/paths.ts";

/** What the list is filtered by: a customer order number. */
export const shipmentSearch = defineListSearch({ query: text("q"), page: pageNumber() });
export type ShipmentFilter = SearchOf<typeof shipmentSearch>;

const base = (alias: string): string => storePath(alias, "shipments");

/** A store's shipments, filtered; without a filter the first page. */
export const shipmentsPath = (alias: string, filter: Partial<ShipmentFilter> = {}): string =>
  `${base(alias)}${shipmentSearch.write(filter)}`;

const sheetOf = (filter: ShipmentFilter, all: boolean): string =>
  searchOf(shipmentSearch.entries(filter), sheetSearch.entries({ all }));

/** The spreadsheet: the page that the screen shows, or all that match. */
export const shipmentSheetPath = (alias: string, filter: ShipmentFilter, all: boolean): string =>
  `${base(alias)}/export.xlsx${sheetOf(filter, all)}`;

/** One slice of the spreadsheet's rows as JSON, for the browser that builds the file itself. */
export const shipmentSheetRowsPath = (alias: string, filter: ShipmentFilter, all: boolean): string =>
  `${base(alias)}/export.json${sheetOf(filter, all)}`;
