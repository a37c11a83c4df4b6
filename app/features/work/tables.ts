import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { anyText, document, expiresAt, moment } from "#app/core/database/columns.ts";

/** Lists that people work through, record by record (queue#start). */
export const workQueues = pgTable(
  "work_queues",
  {
    subject: text().notNull(),
    /** Its name in addresses: one for a person and a list. */
    work: anyText().notNull(),
    kind: text().notNull(),
    alias: anyText().notNull(),
    /** The search of its list, and the list's own address and title. */
    list: anyText().notNull(),
    listHref: anyText().notNull(),
    title: anyText().notNull(),
    /** When its list was last read, and when something last became of one of its records. */
    listedAt: moment().notNull(),
    changedAt: moment().notNull(),
    /** The list goes on beyond the records of the queue. */
    isCut: boolean().notNull(),
    /** Its records in their places, and what became of each. */
    entries: document().notNull(),
    bytes: integer().notNull(),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: expiresAt(),
  },
  (queue) => [primaryKey({ columns: [queue.subject, queue.work] })],
);
