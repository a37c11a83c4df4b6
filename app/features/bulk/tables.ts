import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { anyText, document, expiresAt, moment } from "#app/core/database/columns.ts";
import { rowStates } from "./rows.ts";

const owned = () => ({
  /** The hash of the token that it is stored under. */
  token: text().primaryKey(),
  subject: text().notNull(),
  /** Sealed. */
  content: text().notNull(),
  bytes: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: expiresAt(),
});

/** Records that people chose in lists, too many for an address. */
export const bulkChoices = pgTable("bulk_choices", owned(), (choice) => [index().on(choice.subject)]);

/** What people looked at, and can have done as it was shown. */
export const bulkReviews = pgTable("bulk_reviews", owned(), (review) => [index().on(review.subject)]);

/** Runs of one action on many records. */
export const bulkRuns = pgTable(
  "bulk_runs",
  {
    /** The hash of its review's token: a review begins one run. */
    id: anyText().primaryKey(),
    subject: text().notNull(),
    kind: text().notNull(),
    alias: anyText().notNull(),
    list: anyText().notNull(),
    action: anyText().notNull(),
    label: anyText().notNull(),
    /** What is done to how many of what, in words. */
    what: anyText().notNull(),
    /** What a person typed for all of them, sealed. */
    words: text().notNull(),
    /** The list that it was begun from, and what its page is called. */
    listHref: anyText().notNull(),
    title: anyText().notNull(),
    begunAt: moment().notNull().defaultNow(),
    /** When somebody last had rows of it done. */
    activeAt: moment().notNull().defaultNow(),
    isStopped: boolean().notNull().default(false),
    /** Why it was stopped, where nobody did. */
    why: text().notNull().default(""),
    /** When it is to begin by itself; null once it is through, and where a person does it. */
    runAt: moment(),
    /** The session under which it begins by itself, sealed. */
    session: text(),
    /** It is one process's to begin until then. */
    runAtClaimedUntil: moment(),
    expiresAt: expiresAt(),
  },
  (run) => [index().on(run.subject, run.begunAt), index().on(run.runAt)],
);

/** The rows of runs: one record each. */
export const bulkRows = pgTable(
  "bulk_rows",
  {
    run: text()
      .notNull()
      .references(() => bulkRuns.id, { onDelete: "cascade" }),
    n: integer().notNull(),
    id: anyText().notNull(),
    name: anyText().notNull(),
    href: anyText().notNull(),
    /** The one-time token under which it is done, sealed. */
    token: text().notNull(),
    /** How the record stood when it was looked at. */
    seen: anyText(),
    /** What was typed for it alone, sealed. */
    input: text(),
    state: text({ enum: rowStates }).notNull().default("waiting"),
    why: anyText().notNull().default(""),
    /** Its state in words of its own. */
    said: anyText(),
    /** Where what was done is taken back. */
    backLabel: anyText(),
    backHref: anyText(),
    /** When it was done. */
    at: moment(),
    /** It is one process's to do until then. */
    claimedUntil: moment(),
    /** It was sent before, without an answer. */
    isTried: boolean().notNull().default(false),
    /** Of the version before, which may run beside this one during an update: followed_commands has them now. */
    before: document(),
    outcome: document(),
    followedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.run, row.n] }),
    check("bulk_rows_claim", sql`(${row.state} = 'sending') = (${row.claimedUntil} is not null)`),
    check("bulk_rows_back", sql`(${row.backLabel} is null) = (${row.backHref} is null)`),
  ],
);
