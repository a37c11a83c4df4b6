import type { JsonObject } from "./json.ts";

/** What a document leads to, under its wire names (edi#detail-references); `created_at` is ISO 8601. */
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

/** Stream name → where it stands. */
export type StoredStreams = Record<string, { state: string; step: string }>;

/** A partner as UNB names it. */
export type StoredPartner = { identification: string; qualifier: string };

/** A message that was refused, by us or by the partner, under its wire names (edi#refused-messages). */
export type StoredRefusedMessage = { reference: string; message_type: string; number: string; words: string };

/** A message's heading, by the list that it stands in (edi#interchange-fields). */
export type StoredHeadings = Record<string, JsonObject[]>;

/** What the order system said of an order (edi#order-updates), under its wire names. */
export type StoredUpdateRecord = {
  id: string;
  created_at: string;
  message_label: string;
  tags: string[];
  order_update_message: JsonObject;
};

/** Something of an order that is not as agreed, under its wire names. */
export type StoredDifference = { kind: string; words: string };

/** A line of the partner's order, as it stands after the changes so far. */
export type StoredOrderLine = {
  /** 1082 of the partner's line. */
  number: string;
  item: string;
  itemType: string;
  description: string;
  ordered: number;
  /** How much of `ordered` was accepted. */
  accepted: number;
  /** AUD. */
  unitPrice: number;
  /** The article's code with us, or the partner's code where the store lists no such article; null without any. */
  levelCode: string | null;
  isListed: boolean;
};

/** A message of an order with the interchange that brought or took it. */
export type StoredOrderMessage = { list: string; interchangeId: string; message: JsonObject };
