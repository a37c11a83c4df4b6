import { defineListSearch, type InList, type SearchFields, searchOf } from "#app/core/search/search.ts";
import type { StorePageKey } from "#contract/capabilities.ts";

/** The Stores screen; a store's pages are below it. */
export const storesPath = "/store/";

/** The alias of the store that a list is of; undefined for a list of all stores. */
export type StoreAlias = string | undefined;

/** A page of one store; `segment` is the page's path segment, empty for the Overview. */
export const storePath = (alias: string, segment = ""): string =>
  `/store/${encodeURIComponent(alias)}${segment === "" ? "" : `/${segment}`}`;

/** A list of a store: its page, the search of its URL, and that URL. */
export function storeListPaths<Filter extends object>(page: StorePageKey, fields: SearchFields<Filter>) {
  const search = defineListSearch<Filter>(fields);
  const list = (alias: string, filter: Partial<Filter & InList> = {}): string =>
    `${storePath(alias, page)}${search.write(filter)}`;
  return { page, search, list };
}
export type StoreListPaths<Filter extends object> = ReturnType<typeof storeListPaths<Filter>>;

/** The orders of a store with this number, as referenced by its other lists. */
export const storeOrdersHref = (alias: string, number: string): string =>
  `${storePath(alias, "orders")}${searchOf([["q", number]])}`;

/** An order as referenced by other documents: by its id, source id or external source id, in all stores. */
export const orderHref = (number: string): string => `/orders/${encodeURIComponent(number)}`;

/**
 * The same URL with the alias in its canonical case: only the alias segment changes, the rest
 * (page, ids, query) is unchanged.
 */
export function canonicalStoreUrl(url: URL, alias: string): string {
  const rest = url.pathname.split("/").slice(3).join("/");
  return `${storePath(alias)}${rest === "" ? "" : `/${rest}`}${url.search}`;
}
