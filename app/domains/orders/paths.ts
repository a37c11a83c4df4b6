import { storePath } from "#app/domains/stores/paths.ts";
import { type SearchEntry, searchOf } from "#app/values/search.ts";

/** What the list is filtered by; `page` starts at 1. An empty list of statuses is every status. */
export type OrderFilter = { query: string; statuses: string[]; page: number };

/** Whose orders: one store's by its alias, or those of all stores. */
export type OrderScope = string | undefined;

export const orderTabs = ["customer", "history", "items", "shipments", "raw"] as const;
export type OrderTab = (typeof orderTabs)[number];

/** One order's own part of a URL; `opener` is what its dialogs lead back to. */
export type OrderPlace = { id: string; tab?: OrderTab; opener?: "detail" };

/** The orders of all stores (2 §2.1). */
export const allOrdersPath = "/orders/";

const everyOrder: OrderFilter = { query: "", statuses: [], page: 1 };

const base = (scope: OrderScope): string => (scope === undefined ? "/orders" : storePath(scope, "orders"));

const filterEntries = (filter: OrderFilter): SearchEntry[] => [
  ["q", filter.query],
  ...filter.statuses.map((status): SearchEntry => ["status", status]),
  ["page", filter.page > 1 ? String(filter.page) : ""],
];

const placeEntries = (place: OrderPlace): SearchEntry[] => [
  ["tab", place.tab ?? ""],
  ["from", place.opener ?? ""],
];

/** The list, filtered; without a filter its first page. */
export const ordersPath = (scope: OrderScope, filter: Partial<OrderFilter> = {}): string =>
  `${scope === undefined ? allOrdersPath : base(scope)}${searchOf(filterEntries({ ...everyOrder, ...filter }))}`;

/** The detail panel of one order, over the list it was opened from. */
export const orderPath = (scope: OrderScope, filter: OrderFilter, place: OrderPlace): string =>
  `${base(scope)}/${encodeURIComponent(place.id)}${searchOf([
    ...filterEntries(filter),
    ...placeEntries(place),
  ])}`;

/** An order as other documents name it: by its id, source id or external source id, over all stores. */
export const orderHref = (number: string): string => orderPath(undefined, everyOrder, { id: number });

/** The spreadsheet: the page of 1,000 that `filter.page` names, or all that match. */
export const orderSheetPath = (scope: OrderScope, filter: OrderFilter, all: boolean): string =>
  `${base(scope)}/export.xlsx${searchOf([...filterEntries(filter), ["rows", all ? "all" : ""]])}`;

/** One slice of the spreadsheet's rows as JSON, for the browser that builds the file itself. */
export const orderSheetRowsPath = (scope: OrderScope, filter: OrderFilter, all: boolean): string =>
  `${base(scope)}/export.json${searchOf([...filterEntries(filter), ["rows", all ? "all" : ""]])}`;

const listKey = (url: URL): string => {
  const [, first, alias] = url.pathname.split("/");
  return JSON.stringify([
    first === "store" ? alias : "",
    url.searchParams.get("q") ?? "",
    url.searchParams.getAll("status"),
    url.searchParams.get("page") ?? "",
  ]);
};

/** Whether two URLs show the same list: whose, search, statuses and page; an open panel makes no other. */
export const isSameOrderList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);
