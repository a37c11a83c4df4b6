import { bigint, boolean, integer, jsonb, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import type { EdiTerms } from "#platform/database/schema/ediTerms.ts";
import { moment, ofStore } from "./columns.ts";

/** The last number used in a series: control numbers of a partner, serial numbers of packages. */
export const ediCounters = pgTable("edi_counters", {
  series: text().primaryKey(),
  last: bigint({ mode: "number" }).notNull(),
});

/** The trading partners as the last good file of partners had them (edi#partners-file), under its names. */
export const ediPartners = pgTable("edi_partners", {
  name: text().notNull(),
  // 0004 and 0007 of the partner, and of us towards it.
  identification: text().primaryKey(),
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
  // Agreed order terms.
  terms: jsonb().$type<EdiTerms>().notNull(),
  active: boolean("is_active").notNull(),
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
    // Numbers begin again: those of another run are other numbers.
    run: integer().notNull().default(0),
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
        table.run,
        table.first,
        table.last,
      ],
    }),
  ],
);
