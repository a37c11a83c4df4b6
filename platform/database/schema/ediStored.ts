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

/** Something of an order that is not as agreed, under its wire names (edi#differences). */
export type StoredDifference = {
  kind: string;
  words: string;
  /** What came of it, where somebody or the partner's terms have decided. */
  answer?: "accepted" | "refused";
};

/** Quantity (QTY 21), its unit (6411), price (PRI AAA), what it is for (5284, 6411), as the partner wrote them. */
export type StoredWritten = {
  quantity: string;
  unit: string;
  price: string;
  per: string;
  priceUnit: string;
};

/** What a person said to a line; `unitPrice` in the partner's currency. */
export type StoredLineAnswer = {
  answer: "accept" | "amend" | "refuse";
  quantity?: number;
  unitPrice?: number;
  reason: string;
  by: string;
  at: string;
};

/** A line of the partner's order, as it stands after the changes so far. */
export type StoredOrderLine = {
  /** 1082 of the partner's line; empty where it wrote none. */
  number: string;
  item: string;
  itemType: string;
  description: string;
  /** Pieces; 0 where nobody can say how many. */
  ordered: number;
  /** How much of `ordered` was accepted. */
  accepted: number;
  /** Per piece in the partner's currency; 0 where nobody can say. */
  unitPrice: number;
  /** The article's code with us, or the partner's code where the store lists no such article; null without any. */
  levelCode: string | null;
  isListed: boolean;
  /** Every code that its article is named by, our own ones first. */
  codes?: string[];
  /** What it was read from; lines from before that was kept have none. */
  written?: StoredWritten;
  /** Latest day of delivery of the line alone (DTM 2 or 63), as it was written; absent without one. */
  deliverBy?: string;
  /** What we have of the article in stock, and what it costs with us, when that was last compared. */
  stock?: number;
  ourPrice?: number;
  /** In what it differs from what is agreed. */
  differences?: StoredDifference[];
  answer?: StoredLineAnswer;
  /** The partner took it back. */
  isDeleted?: true;
};

/** A message of an order with the interchange that brought or took it. */
export type StoredOrderMessage = {
  list: string;
  interchangeId: string;
  /** Which message of the interchange it is, from 1. */
  place: number | null;
  message: JsonObject;
};
