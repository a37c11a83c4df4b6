import type { User } from "#app/auth/guard.server.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { NoteKindKey, NoteRef, Stand } from "./notes.ts";

/** A record that notes are written on. */
export type Noted = Stand & { name: string };

/** Who may say of a record that it is handled: whoever may act on it, since it leaves Today for everybody (notes#handled). */
export const handleCommands: Readonly<Record<NoteKindKey, Permission>> = {
  return: "returns.act",
  order: "orders.act",
  interchange: "edi.act",
  "edi-order": "edi.act",
  product: "store/products",
  "master-product": "masterproducts",
  rule: "store/customrules",
};

/** A kind of records that notes are written on. */
export type NoteKind = {
  key: NoteKindKey;
  /** What people call such a record, in the midst of a sentence. */
  what: string;
  /**
   * The guard of the record's own page: who asks, and the record by its one name; its store is as the address has it.
   * Throws what that guard throws.
   */
  open(request: Request, asked: NoteRef): Promise<{ user: User; ref: NoteRef }>;
  /** The record; undefined where there is none. Throws ApiError. */
  read(user: User, ref: NoteRef): Promise<Noted | undefined>;
  /** Where it is shown. */
  href(ref: NoteRef): string;
};
