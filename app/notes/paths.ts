import { safeReturnTo } from "#app/http/safeRedirect.ts";
import { defineSearch, text } from "#app/search/search.ts";
import type { NoteRef } from "./notes.ts";

/** What the address of a record's notes says besides the record: its store, and where they lead back to. */
export const notesSearch = defineSearch({
  store: text("store", { longest: 80 }),
  // A shortened address would lead to another page.
  back: text("back", { longest: Number.POSITIVE_INFINITY }),
});

/** The notes of a record, which lead back to `back` (notes#part). */
export const notesPath = ({ kind, store, id }: NoteRef, back: string): string =>
  `/notes/${kind}/${encodeURIComponent(id)}${notesSearch.write({ store, back: safeReturnTo(back) })}`;
