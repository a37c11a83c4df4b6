import type { BulkKind } from "#app/features/bulk/kind.server.ts";
import type { Finder } from "#app/features/find/finder.server.ts";
import type { NoteKind } from "#app/features/notes/notes.server.ts";
import type { TodaySource } from "#app/features/today/today.server.ts";
import type { ViewList } from "#app/features/views/viewList.server.ts";

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
