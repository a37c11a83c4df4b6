import { storePath } from "#app/domains/stores/paths.ts";
import { type SearchEntry, searchOf } from "#app/values/search.ts";

/** What a store's interchanges are filtered by (2 §2.9); `page` starts at 1, empty texts filter nothing. */
export type StoreInterchangeFilter = {
  controlNumber: string;
  orderNumber: string;
  direction: "" | "inbound" | "outbound";
  page: number;
};

/** What a store's EDI orders are filtered by (2 §2.9). */
export type StoreEdiOrderFilter = { orderNumber: string; page: number };

export const storeInterchangeTabs = ["text", "raw"] as const;
export type StoreInterchangeTab = (typeof storeInterchangeTabs)[number];

/** One interchange's own part of a URL; `at` is the page of its text. */
export type StoreInterchangePlace = { id: string; tab?: StoreInterchangeTab; at?: number };

const everyInterchange: StoreInterchangeFilter = {
  controlNumber: "",
  orderNumber: "",
  direction: "",
  page: 1,
};
const everyOrder: StoreEdiOrderFilter = { orderNumber: "", page: 1 };

const pageEntry = (page: number): SearchEntry => ["page", page > 1 ? String(page) : ""];

const interchangeEntries = (filter: StoreInterchangeFilter): SearchEntry[] => [
  ["q", filter.controlNumber],
  ["order", filter.orderNumber],
  ["direction", filter.direction],
  pageEntry(filter.page),
];

const orderEntries = (filter: StoreEdiOrderFilter): SearchEntry[] => [
  ["q", filter.orderNumber],
  pageEntry(filter.page),
];

/** A store's interchanges, filtered; without a filter the first page. */
export const storeInterchangesPath = (alias: string, filter: Partial<StoreInterchangeFilter> = {}): string =>
  `${storePath(alias, "interchanges")}${searchOf(interchangeEntries({ ...everyInterchange, ...filter }))}`;

/** The detail of one of a store's interchanges, over the list it was opened from. */
export const storeInterchangePath = (
  alias: string,
  filter: StoreInterchangeFilter,
  { id, tab = "text", at = 1 }: StoreInterchangePlace,
): string =>
  `${storePath(alias, "interchanges")}/${encodeURIComponent(id)}${searchOf([
    ...interchangeEntries(filter),
    ["tab", tab === "text" ? "" : tab],
    ["at", at > 1 ? String(at) : ""],
  ])}`;

/** A store's EDI orders, filtered; without a filter the first page. */
export const storeEdiOrdersPath = (alias: string, filter: Partial<StoreEdiOrderFilter> = {}): string =>
  `${storePath(alias, "ediorders")}${searchOf(orderEntries({ ...everyOrder, ...filter }))}`;

/** The detail of one of a store's EDI orders, over the list it was opened from. */
export const storeEdiOrderPath = (alias: string, filter: StoreEdiOrderFilter, id: string): string =>
  `${storePath(alias, "ediorders")}/${encodeURIComponent(id)}${searchOf(orderEntries(filter))}`;

const listKey = ({ pathname, searchParams }: URL): string =>
  JSON.stringify([
    pathname.split("/").slice(2, 4),
    ["q", "order", "direction", "page"].map((name) => searchParams.get(name) ?? ""),
  ]);

/** Whether two URLs show the same list: whose, which, filters and page; an open panel makes no other. */
export const isSameStoreEdiList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);
