import type { BulkKind } from "#app/core/commands/bulkKind.server.ts";
import type { RecordReader } from "#app/core/records/recordReader.server.ts";
import type { Finder } from "#app/features/find/finder.server.ts";
import type { TodaySource } from "#app/features/today/parts.server.ts";
import type { ViewList } from "#app/features/views/viewList.server.ts";

/** A kind of records: everything that is done with records of several kinds. */
export type RecordKind = RecordReader & {
  /** Several can be acted on at once. */
  bulk?: BulkKind;
  finder: Finder;
  /** Its part of Today; none if another kind's part counts its records. */
  today?: TodaySource;
  /** Its lists, of which views can be saved. */
  views: readonly ViewList[];
};
