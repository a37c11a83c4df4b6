import type { BulkKind } from "#app/bulk/kind.server.ts";
import type { Finder } from "#app/find/finder.server.ts";
import type { NoteKind } from "#app/notes/notes.server.ts";
import type { ViewList } from "#app/savedViews/viewList.server.ts";
import type { TodaySource } from "#app/today/today.server.ts";

/** A kind of records, by all that is done with its records beside those of other kinds. */
export type RecordKind = NoteKind & {
  /** Several can be acted on at once. */
  bulk?: BulkKind;
  finder: Finder;
  /** Its part of Today; a kind whose records are told with another's has none. */
  today?: TodaySource;
  /** Its lists that can be kept by a name. */
  views: readonly ViewList[];
};
