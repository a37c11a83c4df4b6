import { bigint, boolean, integer, jsonb, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import { countFrom, type JsonObject, moment, ofStore } from "./columns.ts";

/** The last number used in a series: control numbers of a partner, serial numbers of packages. */
export const ediCounters = pgTable("edi_counters", {
  series: text().primaryKey(),
  last: bigint({ mode: "number" }).notNull(),
});

/**
 * Trading partners: identification, store, and how their interchanges are written (edi#partners), under their wire
 * names.
 */
export const ediPartners = pgTable("edi_partners", {
  id: text().primaryKey(),
  name: text().notNull(),
  // 0004 and 0007 of the partner, and of us towards it.
  identification: text().notNull().unique(),
  qualifier: text().notNull(),
  our_identification: text().notNull(),
  our_qualifier: text().notNull(),
  storeId: ofStore(),
  syntax_identifier: text().notNull(),
  syntax_version: text().notNull(),
  asks_acknowledgement: boolean().notNull(),
  acknowledgement_due_hours: real().notNull(),
  response_due_hours: real().notNull(),
  despatch_due_hours: real().notNull(),
  writes_una: boolean().notNull(),
  // Line width of what we send, in columns; 0: not wrapped.
  wrap_width: integer().notNull(),
  // Agreed order terms; defaults apply to the rest.
  terms: jsonb().$type<JsonObject>().notNull().default({}),
  active: boolean("is_active").notNull(),
  revision: countFrom(1),
  updatedBy: text().notNull(),
  updatedAt: moment().notNull(),
});

/**
 * Gaps in series of control numbers that a person has settled: the numbers will never come, and the reason is known.
 */
export const ediSettledGaps = pgTable(
  "edi_settled_gaps",
  {
    direction: text().notNull(),
    sender: text().notNull(),
    senderQualifier: text().notNull(),
    recipient: text().notNull(),
    recipientQualifier: text().notNull(),
    first: bigint({ mode: "number" }).notNull(),
    last: bigint({ mode: "number" }).notNull(),
    reason: text().notNull(),
    settledBy: text().notNull(),
    settledAt: moment().notNull(),
  },
  (table) => [
    primaryKey({
      name: "edi_settled_gaps_pk",
      columns: [
        table.direction,
        table.sender,
        table.senderQualifier,
        table.recipient,
        table.recipientQualifier,
        table.first,
        table.last,
      ],
    }),
  ],
);
