import {
  defineListSearch,
  defineSearch,
  oneOf,
  pageNumber,
  type Search,
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

/** Filter of a store's EDI orders (store-edi#orders). */
export const storeEdiOrderSearch = defineListSearch({ orderNumber: text("q"), page: pageNumber() });

export const storeInterchangeTabs = ["text", "raw"] as const;

/** An interchange's part of the URL besides its id: the open tab, and the page of its text. */
export const storeInterchangeView = defineSearch({
  tab: oneOf("tab", storeInterchangeTabs),
  at: pageNumber("at"),
});

/** The URLs of one of a store's lists, and of the details over it. */
function storePaths<Filter extends object>(page: "interchanges" | "ediorders", search: Search<Filter>) {
  return {
    search,
    list: (alias: string, filter: Partial<Filter> = {}): string =>
      `${storePath(alias, page)}${search.write(filter)}`,
    one: (
      alias: string,
      filter: Partial<Filter>,
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
export type StorePaths<Filter extends object> = ReturnType<typeof storePaths<Filter>>;

export const storeInterchangePaths = storePaths("interchanges", storeInterchangeSearch);
export const storeEdiOrderPaths = storePaths("ediorders", storeEdiOrderSearch);
