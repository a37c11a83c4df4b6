import type { Moment } from "#app/core/values/values.ts";
import type { Permission } from "#contract/capabilities.ts";

/** The kinds of records, by the name that their addresses bear. */
export const recordKindKeys = [
  "return",
  "order",
  "interchange",
  "edi-order",
  "product",
  "master-product",
  "rule",
] as const;
export type RecordKindKey = (typeof recordKindKeys)[number];

/** A record; `store` is the alias of its store where its id tells it apart only there, else empty. */
export type RecordRef = { kind: RecordKindKey; store: string; id: string };

export type RecordState = {
  /** Another one once the record changes. */
  revision: string;
  /** The lines of Today, by their keys, that it counts in; none for a record that waits for nobody. */
  lines: readonly string[];
  /** Since when it counts in them, if known. */
  since?: Moment | undefined;
};

/**
 * Who may open a record, and its notes with it (notes#whose), and who may say that it is handled: whoever may act on it,
 * since it leaves Today for everybody (notes#handled).
 */
export const recordPermissions: Readonly<Record<RecordKindKey, { read: Permission; act: Permission }>> = {
  return: { read: "returns", act: "returns.act" },
  order: { read: "orders", act: "orders.act" },
  interchange: { read: "edi", act: "edi.act" },
  "edi-order": { read: "edi", act: "edi.act" },
  product: { read: "store/products", act: "store/products" },
  "master-product": { read: "masterproducts", act: "masterproducts" },
  rule: { read: "store/customrules", act: "store/customrules" },
};

/** Characters that a note on a record has at most, wherever it is typed. */
export const maxNoteLength = 2000;
