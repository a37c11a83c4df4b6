import { safeReturnTo } from "#app/core/http/safeRedirect.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import { defineSearch, text } from "#app/core/search/search.ts";

/** The query of a record's notes: its store, and the URL to return to. */
export const notesSearch = defineSearch({
  store: text("store", { longest: 80 }),
  // A shortened address would lead to another page.
  back: text("back", { longest: Number.POSITIVE_INFINITY }),
});

/** The notes of a record, which lead back to `back` (notes#part). */
export const notesPath = ({ kind, store, id }: RecordRef, back: string): string =>
  `/notes/${kind}/${encodeURIComponent(id)}${notesSearch.write({ store, back: safeReturnTo(back) })}`;
