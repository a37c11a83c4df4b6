import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { flag, givenNames, text } from "#app/search/fields.ts";
import { maxRows } from "./rows.ts";

/** What is to be done to which rows of a list; one row more than a run takes is read, so that too many are noticed. */
export const bulkSearch = defineSearch({
  /** The alias of the store whose list it is; empty for the list of all stores. */
  alias: text("in"),
  /** The search of the list, as its address writes it. */
  list: text("list", { longest: 4_000 }),
  action: text("action"),
  /** All that match, in place of those that are named. */
  all: flag("all"),
  ids: givenNames("id", maxRows + 1),
  /** Under which the ids are kept, where they are too many for an address. */
  choice: text("choice"),
});
export type BulkSearch = SearchOf<typeof bulkSearch>;
