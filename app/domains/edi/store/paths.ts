import {
  defineSearch,
  oneOf,
  pageNumber,
  type SearchFields,
  type SearchOf,
  sameList,
  searchOf,
  typedNumber,
} from "#app/core/search/search.ts";
import { storeListPaths, storePath } from "#app/core/stores/paths.ts";

/** The filter of a store's interchanges, or of its EDI orders, which have a number alone; empty texts don't filter. */
export type StoreEdiFilter = {
  number: string;
  orderNumber?: string;
  direction?: "" | "inbound" | "outbound";
  page: number;
};

export const storeInterchangeTabs = ["text", "raw"] as const;

/** An interchange's part of the URL besides its id: the open tab, and the page of its text. */
export const storeInterchangeView = defineSearch({
  tab: oneOf("tab", storeInterchangeTabs),
  at: pageNumber("at"),
});

/** The URLs of one of a store's lists, and of the details over it. */
function storePaths(page: "interchanges" | "ediorders", fields: SearchFields<StoreEdiFilter>) {
  const paths = storeListPaths(page, fields);
  const { search } = paths;
  return {
    ...paths,
    one: (
      alias: string,
      filter: Partial<StoreEdiFilter>,
      id: string,
      view: Partial<SearchOf<typeof storeInterchangeView>> = {},
    ): string =>
      `${storePath(alias, page)}/${encodeURIComponent(id)}${searchOf(
        search.entries(filter),
        storeInterchangeView.entries(view),
      )}`,
    isSame: sameList(new RegExp(`^/store/[^/]+/${page}(?=/|$)`), search),
  };
}

/** A store's interchanges (store-edi#interchanges). */
export const storeInterchangePaths = storePaths("interchanges", {
  number: typedNumber("q"),
  orderNumber: typedNumber("order"),
  direction: oneOf("direction", ["", "inbound", "outbound"]),
  page: pageNumber(),
});

/** A store's EDI orders (store-edi#orders). */
export const storeEdiOrderPaths = storePaths("ediorders", { number: typedNumber("q"), page: pageNumber() });
