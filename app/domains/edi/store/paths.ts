import {
  defineListSearch,
  defineSearch,
  oneOf,
  openEnded,
  pageNumber,
  type SearchOf,
  sameList,
  searchOf,
  text,
} from "#app/search/search.ts";
import { storePath } from "#app/stores/paths.ts";

/** Filter of a store's interchanges (store-edi#interchanges); empty texts don't filter. */
export const storeInterchangeSearch = defineListSearch({
  controlNumber: text("q"),
  orderNumber: text("order"),
  direction: oneOf("direction", ["", "inbound", "outbound"]),
  page: pageNumber(),
});
export type StoreInterchangeFilter = SearchOf<typeof storeInterchangeSearch>;

/** Filter of a store's EDI orders (store-edi#orders). */
export const storeEdiOrderSearch = defineListSearch({ orderNumber: text("q"), page: pageNumber() });
export type StoreEdiOrderFilter = SearchOf<typeof storeEdiOrderSearch>;

export const storeInterchangeTabs = ["text", "raw"] as const;
export type StoreInterchangeTab = (typeof storeInterchangeTabs)[number];

/** An interchange's part of the URL besides its id: the open tab, and the page of its text. */
export const storeInterchangeView = defineSearch({
  tab: oneOf("tab", storeInterchangeTabs),
  at: pageNumber("at"),
});
export type StoreInterchangeView = SearchOf<typeof storeInterchangeView>;

/** One interchange's part of a URL; `at` is the page of its text. */
export type StoreInterchangePlace = { id: string } & Partial<StoreInterchangeView>;

/** A store's interchanges, filtered; without a filter the first page. */
export const storeInterchangesPath = (alias: string, filter: Partial<StoreInterchangeFilter> = {}): string =>
  `${storePath(alias, "interchanges")}${storeInterchangeSearch.write(filter)}`;

/** The detail of one of a store's interchanges, over the list it was opened from. */
export const storeInterchangePath = (
  alias: string,
  filter: StoreInterchangeFilter,
  place: StoreInterchangePlace,
): string =>
  `${storePath(alias, "interchanges")}/${encodeURIComponent(place.id)}${searchOf(
    storeInterchangeSearch.entries(filter),
    storeInterchangeView.entries(place),
  )}`;

/** The text of one of a store's interchanges; append the page number. */
export const storeInterchangeTextPagePath = (
  alias: string,
  filter: StoreInterchangeFilter,
  id: string,
): string => openEnded(storeInterchangePath(alias, filter, { id }), storeInterchangeView.names.at);

/** A store's EDI orders, filtered; without a filter the first page. */
export const storeEdiOrdersPath = (alias: string, filter: Partial<StoreEdiOrderFilter> = {}): string =>
  `${storePath(alias, "ediorders")}${storeEdiOrderSearch.write(filter)}`;

/** The detail of one of a store's EDI orders, over the list it was opened from. */
export const storeEdiOrderPath = (alias: string, filter: StoreEdiOrderFilter, id: string): string =>
  `${storePath(alias, "ediorders")}/${encodeURIComponent(id)}${storeEdiOrderSearch.write(filter)}`;

/** Whether two URLs show the same interchanges: store, filters and page; an open panel makes no difference. */
export const isSameStoreInterchangeList = sameList(
  /^\/store\/[^/]+\/interchanges(?=\/|$)/,
  storeInterchangeSearch,
);

/** Whether two URLs show the same EDI orders of a store, likewise. */
export const isSameStoreEdiOrderList = sameList(/^\/store\/[^/]+\/ediorders(?=\/|$)/, storeEdiOrderSearch);
