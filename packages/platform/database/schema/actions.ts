import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

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
    submittedAt: moment().notNull(),
    // When the platform performs or retries it.
    stepAt: moment().notNull().defaultNow(),
    // Since when an outside company has been processing it: until it replies, no other action on the target is
    // performed.
    claimedAt: moment(),
    performedAt: moment(),
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
 * Work that was due and failed: since when, how many attempts, and the last error. The row is deleted when the work is
 * done. `kind` is the job's queue, `id` the record's id.
 */
export const delayedWork = pgTable(
  "delayed_work",
  {
    kind: text().notNull(),
    id: text().notNull(),
    since: moment().notNull(),
    attempts: integer().notNull(),
    failure: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);
