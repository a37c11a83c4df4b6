import {
  codes,
  defineDatedSearch,
  defineSearch,
  oneOf,
  openEnded,
  pageNumber,
  type SearchOf,
  sameList,
  searchOf,
  typedNumber,
} from "#app/core/search/search.ts";
import { type StoreAlias, storePath } from "#app/core/stores/paths.ts";
import { eventsField } from "#app/core/timeline/timeLine.ts";

/** Filter and order of the list. An empty list of statuses means all. */
export const orderSearch = defineDatedSearch(
  {
    query: typedNumber("q"),
    statuses: codes("status", 40),
    page: pageNumber(),
  },
  ["oldest", "highest", "lowest"],
);
export type OrderFilter = SearchOf<typeof orderSearch>;

export const orderTabs = ["customer", "history", "items", "shipments", "raw", "timeline"] as const;
export type OrderTab = (typeof orderTabs)[number];

/** An order's part of the URL besides its id: the open tab and its settings. */
export const orderView = defineSearch({
  tab: oneOf("tab", orderTabs),
  events: eventsField,
  eventsPage: pageNumber("records"),
});
export type OrderView = SearchOf<typeof orderView>;

/** One order's part of a URL. */
export type OrderPlace = { id: string } & Partial<OrderView>;

/** The orders of all stores (addresses#routes). */
export const allOrdersPath = "/orders/";

const base = (alias: StoreAlias): string => (alias === undefined ? "/orders" : storePath(alias, "orders"));

export const ordersPath = (alias: StoreAlias, filter: Partial<OrderFilter> = {}): string =>
  `${alias === undefined ? allOrdersPath : base(alias)}${orderSearch.write(filter)}`;

export const orderPath = (alias: StoreAlias, filter: Partial<OrderFilter>, place: OrderPlace): string =>
  `${base(alias)}/${encodeURIComponent(place.id)}${searchOf(
    orderSearch.entries(filter),
    orderView.entries(place),
  )}`;

/** The time line of one order; append the page number. */
export const orderEventsPagePath = (alias: StoreAlias, filter: Partial<OrderFilter>, place: OrderPlace) =>
  openEnded(orderPath(alias, filter, { ...place, eventsPage: 1 }), orderView.names.eventsPage);

export const isSameOrderList = sameList(/^(\/store\/[^/]+)?\/orders(?=\/|$)/, orderSearch);
