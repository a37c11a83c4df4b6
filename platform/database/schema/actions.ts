import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

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
    // When the platform performs it, or tries again.
    stepAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    // Since when an outside company is asked for it: until it answers, no other action on the target is performed.
    claimedAt: timestamp({ withTimezone: true }),
    performedAt: timestamp({ withTimezone: true }),
    outcome: text(),
  },
  (table) => [
    uniqueIndex("action_events_idempotency").on(table.subject, table.idempotencyKey),
    index("action_events_due").on(table.stepAt).where(sql`performed_at is null`),
    index("action_events_claimed")
      .on(table.target)
      .where(sql`claimed_at is not null and performed_at is null`),
  ],
);

/**
 * Work that was due and could not be done: since when, how often it was tried, and why not. The row goes when the work
 * is done. `kind` is the queue that does it, `id` the record's.
 */
export const delayedWork = pgTable(
  "delayed_work",
  {
    kind: text().notNull(),
    id: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    attempts: integer().notNull(),
    failure: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);
