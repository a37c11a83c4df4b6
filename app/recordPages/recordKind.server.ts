import type { BulkKind } from "#app/bulk/kind.server.ts";
import type { Finder } from "#app/find/finder.server.ts";
import type { NoteKind } from "#app/notes/notes.server.ts";
import type { ViewList } from "#app/savedViews/viewList.server.ts";
import type { TodaySource } from "#app/today/today.server.ts";

/** A kind of records: everything that is done with records of several kinds. */
export type RecordKind = NoteKind & {
  /** Several can be acted on at once. */
  bulk?: BulkKind;
  finder: Finder;
  /** Its part of Today; none if another kind's part counts its records. */
  today?: TodaySource;
  /** Its lists, of which views can be saved. */
  views: readonly ViewList[];
};
