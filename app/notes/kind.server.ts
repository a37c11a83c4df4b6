import type { User } from "#app/auth/guard.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import type { Permission } from "#contract/capabilities.ts";
import { createNotes } from "./ledger.server.ts";
import type { NoteKindKey, NoteRef, RecordState } from "./notes.ts";

export const portalNotes = createNotes(lastingRecords);

/** The records that this person has, each a line without a number: they count where they wait (today#yours). */
export const heldToday = async ({ subject }: { subject: string }): Promise<TodayLine[]> =>
  (await portalNotes.held(subject)).map(({ kind, store, id, name, href, at }) => ({
    key: `held:${hashOf([kind, store, id])}`,
    words: `You have ${name}`,
    isOne: true,
    isMine: true,
    count: 0,
    orMore: false,
    oldestAt: at,
    href,
    revision: hashOf(at),
  }));

export type NamedState = RecordState & { name: string };

/**
 * Who may open a record, and its notes with it (notes#whose), and who may say that it is handled: whoever may act on it,
 * since it leaves Today for everybody (notes#handled).
 */
export const recordPermissions: Readonly<Record<NoteKindKey, { read: Permission; act: Permission }>> = {
  return: { read: "returns", act: "returns.act" },
  order: { read: "orders", act: "orders.act" },
  interchange: { read: "edi", act: "edi.act" },
  "edi-order": { read: "edi", act: "edi.act" },
  product: { read: "store/products", act: "store/products" },
  "master-product": { read: "masterproducts", act: "masterproducts" },
  rule: { read: "store/customrules", act: "store/customrules" },
};

export type NoteKind = {
  key: NoteKindKey;
  /** What people call such a record, in the midst of a sentence. */
  noun: string;
  /** A record by its one name; `store` is the alias of the store that an address names. */
  ref(store: string, id: string): NoteRef;
  /** The record; undefined where there is none. Throws ApiError. */
  read(user: User, ref: NoteRef): Promise<NamedState | undefined>;
  href(ref: NoteRef): string;
};
