import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

export const actionEvents = pgTable(
  "action_events",
  {
    id: uuid().primaryKey(),
    subject: text().notNull(),
    idempotencyKey: text(),
    action: text().notNull(),
    target: text().notNull(),
    storeGroup: text().notNull(),
    payload: text().notNull(),
    sourceType: text().notNull(),
    submittedBy: text().notNull(),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    performedAt: timestamp({ withTimezone: true }),
    outcome: text(),
  },
  (table) => [
    uniqueIndex("action_events_idempotency").on(table.subject, table.idempotencyKey),
    index("action_events_waiting").on(table.submittedAt).where(sql`performed_at is null`),
  ],
);
