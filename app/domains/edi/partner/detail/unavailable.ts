import type { ErrorView } from "#app/http/errorView.ts";
import type { NotesView } from "#app/notes/notes.ts";
import { shorten } from "#app/values/values.ts";

/** A panel whose document cannot be shown: why, and links. */
export type Unavailable = {
  id: string;
  explanation?: string;
  error?: ErrorView;
  closeTo: string;
  here: string;
};

export type Panel<Detail> =
  | { shown: true; detail: Detail; notes: NotesView }
  | ({ shown: false } & Unavailable);

/** Shown in place of a document, called `what`, that cannot be read. */
export function toUnavailable(
  what: string,
  id: string,
  error: ErrorView,
  { closeTo, here }: { closeTo: string; here: string },
): Unavailable {
  const named = shorten(id, 80);
  const common = { id: named, closeTo, here };
  if (error.code !== 404) return { ...common, error };
  return { ...common, explanation: `The ${what} ${named} was not found. It may have been removed.` };
}
