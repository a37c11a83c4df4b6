import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { oneOf, pageNumber, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";

/** What a store's interchanges are filtered by (store-edi#interchanges); empty texts filter nothing. */
export const storeInterchangeSearch = defineListSearch({
  controlNumber: text("q"),
  orderNumber: text("order"),
  direction: oneOf("direction", ["", "inbound", "outbound"]),
  page: pageNumber(),
});
export type StoreInterchangeFilter = SearchOf<typeof storeInterchangeSearch>;

/** What a store's EDI orders are filtered by (store-edi#orders). */
export const storeEdiOrderSearch = defineListSearch({ orderNumber: text("q"), page: pageNumber() });
export type StoreEdiOrderFilter = SearchOf<typeof storeEdiOrderSearch>;

export const storeInterchangeTabs = ["text", "raw"] as const;
export type StoreInterchangeTab = (typeof storeInterchangeTabs)[number];

/** What an interchange's own URL says besides its id: the open tab, and the page of its text. */
export const storeInterchangeView = defineSearch({
  tab: oneOf("tab", storeInterchangeTabs),
  at: pageNumber("at"),
});
export type StoreInterchangeView = SearchOf<typeof storeInterchangeView>;
