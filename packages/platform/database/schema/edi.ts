import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Decision, OrderDifference } from "#edi-orders/index.ts";
import { bytes, countFrom, type JsonObject, moment, ofStore } from "./columns.ts";
import {
  ediOrderNumbers,
  interchangeNumbers,
  type StoredEdiHistory,
  type StoredEdiReference,
  type StoredFacts,
  type StoredHeadings,
  type StoredOrderLine,
  type StoredRefusedMessage,
  type StoredStreams,
  type StoredUpdateRecord,
} from "./ediStored.ts";

/** Files as received or sent, byte by byte. */
export const ediFiles = pgTable(
  "edi_files",
  {
    id: text().primaryKey(),
    // Identifies a file: a file handed in twice is stored once.
    dropKey: text().notNull().unique(),
    name: text().notNull(),
    origin: text({ enum: ["folder", "upload", "cut", "outbound", "seed"] }).notNull(),
    sha256: text().notNull(),
    content: bytes().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("edi_files_name").on(table.name),
    index("edi_files_name_search").using("gin", table.name.op("gin_trgm_ops")),
  ],
);

/** Interchanges. Their texts and messages are in `ediContents`, so that lists never read them. */
export const ediInterchanges = pgTable(
  "edi_interchanges",
  {
    id: text().primaryKey(),
    storeId: ofStore(),
    // Order of arrival, in which a series is processed (edi#sequence); assigned under a lock.
    position: integer().notNull(),
    // Incremented with every change: a step is taken only from the revision that it was decided on.
    revision: countFrom(1),
    fileId: text()
      .notNull()
      .references(() => ediFiles.id),
    // The cause of an outbound interchange: there is one for each cause.
    cause: text().unique(),
    // inbound, outbound or unspecified.
    direction: text().notNull(),
    controlReference: text(),
    sender: text().notNull(),
    senderQualifier: text().notNull(),
    recipient: text().notNull(),
    recipientQualifier: text().notNull(),
    // 0008 and 0014: a reply goes back to the sender's address, from the recipient's.
    senderRouting: text().notNull().default(""),
    recipientRouting: text().notNull().default(""),
    // The other party: the recipient of outbound interchanges, the sender of all others.
    partner: text()
      .notNull()
      .generatedAlwaysAs(sql`case direction when 'outbound' then recipient else sender end`),
    // SHA-256 of its own part of the file.
    digest: text().notNull(),
    isTest: boolean().notNull(),
    // 0017 and 0019 of UNB as the sender wrote them, e.g. 2026-11-20T10:42; empty when unreadable.
    preparedAt: text().notNull().default(""),
    // The first of its streams' states by priority (states#summary).
    state: text().notNull(),
    streams: jsonb().$type<StoredStreams>().notNull(),
    acknowledged: boolean()
      .notNull()
      .$default(() => false),
    acknowledgedAt: moment(),
    acknowledgementId: text(),
    acknowledgementRequested: boolean().notNull(),
    acknowledgementAction: text(),
    // Whether an answer is still expected: it was requested, has not arrived, and nothing rules it out.
    acknowledgementExpected: boolean().notNull().default(false),
    // The interchange with the same bytes that was answered instead of this one.
    answeredWithId: text(),
    refusedMessages: jsonb().$type<StoredRefusedMessage[]>().notNull().default([]),
    // When a person stopped waiting for one here.
    handledAt: moment(),
    messageTypes: text().array().notNull(),
    // Message document identifiers (1004), one per line, for searching.
    documentIdentifiers: text().notNull(),
    // Package numbers (7402), such as SSCCs, in its despatch advices, one per line.
    packageNumbers: text().notNull().default(""),
    // Its Utopia order numbers, one per line.
    orderNumbers: text().notNull(),
    headings: jsonb().$type<StoredHeadings>().notNull(),
    messageCounts: jsonb().$type<Record<string, number>>().notNull(),
    findingCounts: jsonb().$type<{ error: number; warning: number; note: number }>().notNull(),
    segmentCount: integer().notNull(),
    byteCount: integer().notNull(),
    // Name of the staged file that is to be moved to the partner's folder.
    stagedAs: text(),
    // When the platform processes it next; null while nothing is outstanding.
    stepAt: moment(),
    attempts: countFrom(0),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    referenceList: jsonb().$type<StoredEdiReference[]>().notNull(),
    histories: jsonb().$type<StoredEdiHistory[]>().notNull(),
  },
  (table) => [
    uniqueIndex("edi_interchanges_position").on(table.position),
    index("edi_interchanges_store").on(table.storeId, table.position, table.state, table.direction),
    index("edi_interchanges_direction").on(table.direction, table.acknowledged, table.position),
    index("edi_interchanges_acknowledged").on(table.acknowledged, table.position),
    // For duplicates, for the interchange that a CONTRL answers, and for gaps in a series.
    index("edi_interchanges_series").on(
      table.direction,
      table.sender,
      table.senderQualifier,
      table.recipient,
      table.recipientQualifier,
      table.controlReference,
    ),
    index("edi_interchanges_file").on(table.fileId, table.position),
    index("edi_interchanges_partner").on(table.partner, table.position),
    index("edi_interchanges_state").on(table.state, table.position),
    index("edi_interchanges_test").on(table.isTest, table.position),
    index("edi_interchanges_created").on(table.createdAt, table.position),
    index("edi_interchanges_refused")
      .on(table.position)
      .where(sql`(state = 'rejected' or refused_messages <> '[]'::jsonb) and handled_at is null`),
    index("edi_interchanges_types").using("gin", table.messageTypes),
    index("edi_interchanges_id_search").using("gin", table.id.op("gin_trgm_ops")),
    index("edi_interchanges_search").using("gin", sql`${interchangeNumbers} gin_trgm_ops`),
    index("edi_interchanges_owed").on(table.direction, table.position).where(sql`acknowledgement_expected`),
    index("edi_interchanges_staged").on(table.stagedAs).where(sql`staged_as is not null`),
    index("edi_interchanges_due").on(table.stepAt, table.position).where(sql`step_at is not null`),
    // For the next interchange of each series (edi#sequence).
    index("edi_interchanges_turn")
      .on(
        table.direction,
        table.sender,
        table.senderQualifier,
        table.recipient,
        table.recipientQualifier,
        table.isTest,
        table.position,
      )
      .where(sql`step_at is not null`),
  ],
);

/** Content of an interchange. PostgreSQL text cannot contain NUL, which a broken file may have: so these are bytes. */
export const ediContents = pgTable("edi_contents", {
  interchangeId: text()
    .primaryKey()
    .references(() => ediInterchanges.id),
  encoding: text().notNull(),
  /** Decoded text in UTF-8. */
  content: bytes().notNull(),
  /** JSON in UTF-8: the message lists (edi#interchange-fields). */
  messages: bytes().notNull(),
  isReduced: boolean().notNull(),
  /** JSON in UTF-8. */
  findings: bytes().notNull(),
});

/** Orders received by EDI. `orderId` is the Utopia order's record. */
export const ediOrders = pgTable(
  "edi_orders",
  {
    id: text().primaryKey(),
    storeId: ofStore(),
    // Order of arrival.
    position: integer().notNull(),
    revision: countFrom(1),
    interchangeId: text()
      .notNull()
      .references(() => ediInterchanges.id),
    // 1004 of the partner's ORDERS message, and its sender.
    documentIdentifier: text().notNull(),
    partner: text().notNull(),
    // From a test interchange (0035): no Utopia order is created.
    isTest: boolean().notNull().default(false),
    utopiaOrderNumber: text(),
    orderId: text(),
    storeAlias: text().notNull(),
    state: text().notNull(),
    // The reason for the hold; null when it is not on hold, or for another reason.
    heldFor: text({ enum: ["confirmation", "duplicate"] }),
    // Order-level differences from the agreed terms, or from the living order when it is a duplicate; lines have their
    // own.
    differences: jsonb().$type<OrderDifference[]>().notNull().default([]),
    streams: jsonb().$type<StoredStreams>().notNull(),
    // Long fields are JSON as text: the embedded database takes several times as long for jsonb.
    lines: json().$type<StoredOrderLine[]>().notNull(),
    // What people decided, in order of time: never changed, only added to.
    decisions: json().$type<Decision[]>().notNull().default([]),
    // Numbers of goods and packages (7402), such as SSCCs, in its messages, one per line, for searching.
    packageNumbers: text().notNull().default(""),
    updateRecords: json()
      .$type<StoredUpdateRecord[]>()
      .notNull()
      .$default(() => []),
    // How many of the Utopia order's shipments, and of the update records, have been sent to the partner.
    shipmentsTold: countFrom(0),
    updatesTold: countFrom(0),
    // Since when the partner waits for our response, and for a despatch advice; null while nothing is owed.
    responseOwedSince: moment(),
    despatchOwedSince: moment(),
    handledAt: moment(),
    stepAt: moment(),
    attempts: countFrom(0),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    referenceList: jsonb().$type<StoredEdiReference[]>().notNull(),
    histories: jsonb().$type<StoredEdiHistory[]>().notNull(),
  },
  (table) => [
    uniqueIndex("edi_orders_position").on(table.position),
    index("edi_orders_store").on(table.storeId, table.position, table.state),
    index("edi_orders_interchange").on(table.interchangeId),
    index("edi_orders_document").on(table.documentIdentifier, table.partner),
    index("edi_orders_partner").on(table.partner, table.position),
    index("edi_orders_state").on(table.state, table.position),
    index("edi_orders_created").on(table.createdAt, table.position),
    index("edi_orders_held").on(table.heldFor, table.position).where(sql`held_for is not null`),
    index("edi_orders_response_owed").on(table.position).where(sql`response_owed_since is not null`),
    index("edi_orders_despatch_owed").on(table.position).where(sql`despatch_owed_since is not null`),
    index("edi_orders_order").on(table.orderId),
    index("edi_orders_id_search").using("gin", table.id.op("gin_trgm_ops")),
    index("edi_orders_search").using("gin", sql`${ediOrderNumbers} gin_trgm_ops`),
    index("edi_orders_interchange_search").using("gin", table.interchangeId.op("gin_trgm_ops")),
    index("edi_orders_due").on(table.stepAt, table.position).where(sql`step_at is not null`),
  ],
);

/**
 * The messages of order documents, in the order in which they were exchanged. They are long and never change: no step
 * writes them again, apart from the facts with which one was judged, once; they are read outside of transactions.
 */
export const ediOrderMessages = pgTable(
  "edi_order_messages",
  {
    orderId: text()
      .notNull()
      .references(() => ediOrders.id),
    // 1, 2, 3 …
    ordinal: integer().notNull(),
    // Its message list (edi#order-fields), and the interchange that brought or took it.
    list: text().notNull(),
    interchangeId: text().notNull(),
    // Its place in that interchange, from 1; null for old rows without it.
    place: integer(),
    message: json().$type<JsonObject>().notNull(),
    // The decimal mark that its interchange declares (UNA).
    decimalMark: text({ enum: [".", ","] })
      .notNull()
      .default("."),
    // What was known when it was judged; null while it waits to be, and for messages of ours.
    facts: json().$type<StoredFacts>(),
  },
  (table) => [
    primaryKey({ name: "edi_order_messages_pk", columns: [table.orderId, table.ordinal] }),
    index("edi_order_messages_interchange").on(table.interchangeId),
  ],
);
