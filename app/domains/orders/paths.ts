import { defineDatedSearch } from "#app/search/days.ts";
import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { openEnded, searchOf } from "#app/search/entries.ts";
import { codes, oneOf, pageNumber, text } from "#app/search/fields.ts";
import { newsPath } from "#app/search/news.ts";
import { type Opener, openerSearch } from "#app/search/opener.ts";
import { sameList } from "#app/search/sameList.ts";
import { storePath } from "#app/stores/paths.ts";
import { eventsField } from "#app/timeline/kinds.ts";

/** What the list is filtered by, and its order. An empty list of statuses is every status. */
export const orderSearch = defineDatedSearch(
  {
    query: text("q"),
    statuses: codes("status", 40),
    page: pageNumber(),
  },
  ["oldest", "highest", "lowest"],
);
export type OrderFilter = SearchOf<typeof orderSearch>;

export const orderTabs = ["customer", "history", "items", "shipments", "raw", "timeline"] as const;
export type OrderTab = (typeof orderTabs)[number];

/** What an order's own URL says besides its id: the open tab and its settings. */
export const orderView = defineSearch({
  tab: oneOf("tab", orderTabs),
  /** Kind of the events that the time line is narrowed to. */
  events: eventsField,
  /** Page of the time line, from 1. */
  eventsPage: pageNumber("records"),
});
export type OrderView = SearchOf<typeof orderView>;

/** Whose orders: one store's by its alias, or those of all stores. */
export type OrderScope = string | undefined;

/** One order's own part of a URL; `opener` is what its dialogs lead back to. */
export type OrderPlace = { id: string; opener?: Opener } & Partial<OrderView>;

/** The orders of all stores (addresses#routes). */
export const allOrdersPath = "/orders/";

const base = (scope: OrderScope): string => (scope === undefined ? "/orders" : storePath(scope, "orders"));

/** The list, filtered; without a filter its first page. */
export const ordersPath = (scope: OrderScope, filter: Partial<OrderFilter> = {}): string =>
  `${scope === undefined ? allOrdersPath : base(scope)}${orderSearch.write(filter)}`;

const below = (scope: OrderScope, filter: Partial<OrderFilter>, place: OrderPlace, rest: string): string =>
  `${base(scope)}/${encodeURIComponent(place.id)}${rest}${searchOf(
    orderSearch.entries(filter),
    orderView.entries(place),
    openerSearch.entries(place),
  )}`;

/** The detail panel of one order, over the list it was opened from. */
export const orderPath = (scope: OrderScope, filter: Partial<OrderFilter>, place: OrderPlace): string =>
  below(scope, filter, place, "");

/** The time line of one order; the number of its page is to be added at the end. */
export const orderEventsPagePath = (
  scope: OrderScope,
  filter: Partial<OrderFilter>,
  place: OrderPlace,
): string => openEnded(orderPath(scope, filter, { ...place, eventsPage: 1 }), orderView.names.eventsPage);

/** What is new on the list since the version that is to be added at the end. */
export const ordersLivePath = (scope: OrderScope, filter: OrderFilter): string =>
  newsPath(`${base(scope)}/live${orderSearch.write(filter)}`);

/** What is new on the detail since the version that is to be added at the end. */
export const orderLivePath = (scope: OrderScope, filter: OrderFilter, place: OrderPlace): string =>
  newsPath(below(scope, filter, place, "/live"));

/** An order as other documents name it: by its id, source id or external source id, over all stores. */
export const orderHref = (number: string): string => orderPath(undefined, {}, { id: number });

/** Whether two URLs show the same list: whose, search, statuses and page; an open panel makes no other. */
export const isSameOrderList = sameList(/^(\/store\/[^/]+)?\/orders(?=\/|$)/, orderSearch);
