import { sql } from "drizzle-orm";
import type { Article, Difference, LineDecision, Written } from "#edi-orders/index.ts";
import type { EdiTerms } from "#platform/database/schema/ediTerms.ts";
import type { JsonObject } from "./columns.ts";

/** A document's reference, under its wire names (edi#detail-references); `created_at` is ISO 8601. */
export type StoredEdiReference = {
  id: string;
  type: string;
  title: string;
  source: string;
  uri: string | null;
  created_at: string;
  meta: JsonObject;
};

/** One entry of a document's history, under its wire names (edi#detail-history); `created_at` is ISO 8601. */
export type StoredEdiHistory = {
  action: string;
  source: string;
  message: string;
  created_at: string;
  meta: JsonObject | null;
};

export type StoredStreams = Record<string, { state: string; step: string }>;

/** A partner as UNB names it; `routing` is its own address inside (0008 of a sender, 0014 of a recipient). */
export type StoredPartner = { identification: string; qualifier: string; routing?: string };

/** A message that was refused, by us or by the partner, under its wire names (edi#refused-messages). */
export type StoredRefusedMessage = { reference: string; message_type: string; number: string; words: string };

/** A message's heading, by its message list (edi#interchange-fields). */
export type StoredHeadings = Record<string, JsonObject[]>;

/** The order system's update record of an order (edi#order-updates), under its wire names. */
export type StoredUpdateRecord = {
  id: string;
  created_at: string;
  message_label: string;
  tags: string[];
  /** `message` is the place of the partner's message that it is about. */
  order_update_message: JsonObject & { message?: string };
};

/**
 * What was known when a message was judged: the date at the partner, the terms, articles by code, and why nothing could
 * be changed any more; of an order from before these were stored, its lines as they were promised.
 */
export type StoredFacts =
  | {
      today: string;
      terms: EdiTerms;
      articles: [string, Article[]][];
      closed?: "complete" | "sent" | undefined;
    }
  | { made: StoredOrderLine[] };

/** A line of an order as its messages and decisions have it at its last step, for lists and reviews. */
export type StoredOrderLine = {
  /** 1082 of the partner's line; empty without one. */
  number: string;
  item: string;
  itemType: string;
  description: string;
  /** Pieces; 0 when unknown. */
  ordered: number;
  /** How much of `ordered` was accepted. */
  accepted: number;
  /** Per piece in the partner's currency; 0 when unknown. */
  unitPrice: number;
  /** The price that the partner asks for, where another may be agreed. */
  askedPrice?: number;
  /** Our article code, or the partner's code where the store lists no such article; null without any. */
  levelCode: string | null;
  /** All article codes of the line, our own first. */
  codes: string[];
  written: Written;
  /** Its own days of delivery by their meaning (2005), and its total, as written. */
  days?: Readonly<Record<string, string>>;
  total?: string | undefined;
  /** What the partner says of it and nobody reads, each in words. */
  unread?: readonly { key: string; words: string }[];
  /** Our stock and price of the article at the last comparison. */
  stock?: number;
  ourPrice?: number;
  /** Its differences from the agreed terms. */
  differences?: Difference[];
  answer?: LineDecision | undefined;
  /** Sent, in pieces. */
  shipped?: number;
  /** Cancelled by the partner. */
  isDeleted?: true;
};

/** A message of an order with the interchange that brought or took it. */
export type StoredOrderMessage = {
  list: string;
  interchangeId: string;
  /** Its place in the interchange, from 1. */
  place: number | null;
  message: JsonObject;
  /** The decimal mark that its interchange declares (UNA). */
  decimalMark: "." | ",";
};

/** Numbers that are looked for, one per line, and in ASCII as well: see `searchLines`. */
const numbersOf = (...columns: string[]) => {
  const numbers = columns.join(" || E'\\n' || ");
  return sql.raw(`(${numbers} || E'\\n' || regexp_replace(${numbers}, '[^\\u0001-\\u007f]+', ' ', 'g'))`);
};

export const interchangeNumbers = numbersOf(
  "coalesce(control_reference, '')",
  "document_identifiers",
  "package_numbers",
  "order_numbers",
);

export const ediOrderNumbers = numbersOf(
  "coalesce(utopia_order_number, '')",
  "document_identifier",
  "package_numbers",
);
