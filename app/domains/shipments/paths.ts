import { storePath } from "#app/domains/stores/paths.ts";

/** What the list is filtered by: a customer order number, and the page from 1. */
export type ShipmentFilter = { query: string; page: number };

const searchOf = (filter: ShipmentFilter, all = false): string => {
  const search = new URLSearchParams();
  if (filter.query !== "") search.set("q", filter.query);
  if (filter.page > 1) search.set("page", String(filter.page));
  if (all) search.set("rows", "all");
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
};

/** A store's shipments, filtered; without a filter the first page. */
export const shipmentsPath = (alias: string, filter: Partial<ShipmentFilter> = {}): string =>
  `${storePath(alias, "shipments")}${searchOf({ query: "", page: 1, ...filter })}`;

/** The spreadsheet: the page that the screen shows, or all that match. */
export const shipmentSheetPath = (alias: string, filter: ShipmentFilter, all: boolean): string =>
  `${storePath(alias, "shipments")}/export.xlsx${searchOf(filter, all)}`;

/** One slice of the spreadsheet's rows as JSON, for the browser that builds the file itself. */
export const shipmentSheetRowsPath = (alias: string, filter: ShipmentFilter, all: boolean): string =>
  `${storePath(alias, "shipments")}/export.json${searchOf(filter, all)}`;
