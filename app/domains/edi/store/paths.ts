import { openEnded, searchOf } from "#app/search/entries.ts";
import { sameList } from "#app/search/sameList.ts";
import { storePath } from "#app/stores/paths.ts";
import {
  type StoreEdiOrderFilter,
  type StoreInterchangeFilter,
  type StoreInterchangeView,
  storeEdiOrderSearch,
  storeInterchangeSearch,
  storeInterchangeView,
} from "./search.ts";

/** One interchange's own part of a URL; `at` is the page of its text. */
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

/** The text of one of a store's interchanges; the number of its page is to be added at the end. */
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

/** Whether two URLs show the same interchanges: whose, filters and page; an open panel makes no other list. */
export const isSameStoreInterchangeList = sameList(
  /^\/store\/[^/]+\/interchanges(?=\/|$)/,
  storeInterchangeSearch,
);

/** Whether two URLs show the same EDI orders of a store, likewise. */
export const isSameStoreEdiOrderList = sameList(/^\/store\/[^/]+\/ediorders(?=\/|$)/, storeEdiOrderSearch);
