import type { User } from "#app/core/auth/guard.server.ts";
import type { RecordKindKey, RecordRef, RecordState } from "./record.ts";

export type NamedState = RecordState & { name: string };

/** A kind of records as features read one: by its reference, whatever it is. */
export type RecordReader = {
  key: RecordKindKey;
  /** What people call such a record, in the midst of a sentence. */
  noun: string;
  /** A record by its one name; `store` is the alias of the store that an address names. */
  ref(store: string, id: string): RecordRef;
  /** The record; undefined where there is none. Throws ApiError. */
  read(user: User, ref: RecordRef): Promise<NamedState | undefined>;
  href(ref: RecordRef): string;
};
