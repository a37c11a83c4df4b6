import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { anyText, document, expiresAt, moment } from "#app/core/database/columns.ts";

/** The last submission of each command on a record in a state: while that is unchanged, another one is a repetition. */
export const lastSubmissions = pgTable("last_submissions", {
  /** The hash of the command and its record as the service sent it. */
  command: text().primaryKey(),
  /** Tells this submission from others; the token itself is not stored. */
  submission: text().notNull(),
  verb: anyText().notNull(),
  object: anyText().notNull(),
  name: anyText().notNull(),
  subject: text().notNull(),
  by: anyText().notNull(),
  at: moment().notNull(),
  expiresAt: expiresAt(),
});

/**
 * Commands that were sent, and what became of them: for the message of one, the rows of a run, the records of a queue,
 * and a person's own actions.
 */
export const followedCommands = pgTable(
  "followed_commands",
  {
    /** The hash of the submission's token. */
    submission: text().notNull(),
    subject: text().notNull(),
    kind: text().notNull(),
    alias: anyText().notNull(),
    id: anyText().notNull(),
    action: anyText().notNull(),
    /** How far the record had come. */
    before: document().notNull(),
    object: anyText().notNull(),
    name: anyText().notNull(),
    href: anyText().notNull(),
    closeTo: anyText().notNull(),
    panel: anyText(),
    at: moment().notNull(),
    /** What became of it so far; null while that is not known. */
    outcome: document(),
    /** When its record was last read again for it. */
    readAt: moment(),
    expiresAt: expiresAt(),
  },
  (followed) => [
    primaryKey({ columns: [followed.subject, followed.submission] }),
    index().on(followed.subject, followed.at),
  ],
);
