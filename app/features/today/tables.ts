import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { anyText, document, expiresAt, moment } from "#app/core/database/columns.ts";

/** The lines of Today that each person put away, as they were then. */
export const snoozedLines = pgTable(
  "snoozed_lines",
  {
    subject: text().notNull(),
    line: anyText().notNull(),
    revision: anyText().notNull(),
    expiresAt: expiresAt(),
  },
  (snoozed) => [primaryKey({ columns: [snoozed.subject, snoozed.line] })],
);

/** Each person's last visits to Today, by the numbers that they saw. */
export const todayVisits = pgTable("today_visits", {
  subject: text().primaryKey(),
  last: document().notNull(),
  /** The visit before the last one, and the last one of an earlier day, if they are known. */
  before: document(),
  day: document(),
  /** The kinds of work that they chose; null for all. */
  work: text().array(),
  /** Since when visits found nothing of it. */
  clearSince: moment(),
  expiresAt: expiresAt(),
});

/** Each person's commands that failed, and have not been done since. */
export const failedCommands = pgTable(
  "failed_commands",
  {
    subject: text().notNull(),
    /** The hash of the command's own key. */
    command: text().notNull(),
    what: anyText().notNull(),
    why: anyText().notNull(),
    href: anyText().notNull(),
    at: moment().notNull(),
    expiresAt: expiresAt(),
  },
  (failed) => [primaryKey({ columns: [failed.subject, failed.command] })],
);
