import { defineDatedSearch } from "#app/search/days.ts";
import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { codes, oneOf, pageNumber, text } from "#app/search/fields.ts";
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
