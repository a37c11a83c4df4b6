import { defineDatedSearch } from "#app/search/days.ts";
import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { codes, flag, givenNames, oneOf, pageNumber, text } from "#app/search/fields.ts";
import { defineListSearch } from "#app/search/look.ts";
import { eventsField } from "#app/timeline/kinds.ts";

const maxChoices = 60;

/**
 * What the list is filtered by; empty lists and texts filter nothing. `stores` holds store aliases and is used by the
 * list of all stores only (returns#filters), `term` by the list of one store only (returns#store-list).
 */
export const exoSearch = defineDatedSearch(
  {
    term: text("q"),
    statuses: codes("status", maxChoices),
    stores: givenNames("store", maxChoices),
    orderId: text("order"),
    raNumber: text("ra"),
    email: text("email"),
    /** A step by its code, on each page by itself: no call filters by it (returns#step-filter). */
    step: text("step", { longest: 80, like: /^[a-z0-9-]+$/ }),
    page: pageNumber(),
  },
  ["oldest", "updated", "untouched"],
);
export type ExoFilter = SearchOf<typeof exoSearch>;

/** Which credits are listed (returns#credits). */
export const creditSearch = defineListSearch({
  side: oneOf("credit", ["owed", "given"]),
  page: pageNumber(),
});
export type CreditFilter = SearchOf<typeof creditSearch>;

export const exoTabs = ["summary", "references", "history", "document", "timeline"] as const;
export type ExoTab = (typeof exoTabs)[number];

/** What an EXO's own URL says besides its id: the open tab and its settings. */
export const exoView = defineSearch({
  tab: oneOf("tab", exoTabs),
  /** 'Show Mundane Jobs' is on. */
  mundane: flag("mundane"),
  /** Kind of the events that the time line is narrowed to. */
  events: eventsField,
  /** Page of the history, or of the time line, from 1. */
  historyPage: pageNumber("records"),
  /** 'Display as Tree' is off. */
  asText: flag("as", "text"),
});
export type ExoView = SearchOf<typeof exoView>;
