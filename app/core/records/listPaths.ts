import { defineSearch, flag, givenNames, type SearchOf, text } from "#app/core/search/search.ts";

/** At most so many rows a run (bulk#most). */
export const maxRows = 500;

/** What is to be done to which rows of a list; one row more than a run takes is read, so that too many are noticed. */
export const bulkSearch = defineSearch({
  /** The alias of the list's store; empty for the list of all stores. */
  alias: text("in"),
  /** The search of the list, as its address writes it. */
  list: text("list", { longest: 4_000 }),
  action: text("action"),
  all: flag("all"),
  ids: givenNames("id", maxRows + 1),
  /** Under which the ids are kept, where they are too many for an address. */
  choice: text("choice"),
});
export type BulkSearch = SearchOf<typeof bulkSearch>;

/** What is done to several records of a kind is looked at here first (bulk#review). */
export const bulkPath = (kind: string, search: Partial<BulkSearch> = {}): string =>
  `/bulk/${kind}${bulkSearch.write(search)}`;

/** Hands several records over; a run names the colleague behind it (queue#hand-over-list). */
export const handOverAction = "hand-over";

/** A list whose records can be acted on together: its kind, the alias of its store (empty for all) and its search. */
export type ListRef = { kind: string } & Pick<BulkSearch, "alias" | "list">;

/** Starts to work through a list, record by record. */
export const workPath = (kind: string, list: Pick<BulkSearch, "alias" | "list">): string =>
  `/work/${kind}${bulkSearch.write(list)}`;

/** Where a message asks what became of a single action. */
export const outcomePath = (token: string): string => `/bulk/outcomes/${encodeURIComponent(token)}`;
