import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { codes, oneOf, pageNumber, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";
import { eventsField } from "#app/timeline/kinds.ts";

/** What the list is filtered by. An empty list of statuses is every status. */
export const orderSearch = defineListSearch({
  query: text("q"),
  statuses: codes("status", 40),
  page: pageNumber(),
});
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
