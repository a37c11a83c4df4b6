import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { expiresAt, moment } from "#app/core/database/columns.ts";

/** What was submitted once: one row for each person and form, whichever process works on it. */
export const submissions = pgTable(
  "submissions",
  {
    subject: text().notNull(),
    /** The `hashedName` of the form's token. */
    token: text().notNull(),
    state: text({ enum: ["running", "done", "failed"] }).notNull(),
    /** Names the attempt, so that a late one is known from the one that took its place. */
    run: text().notNull(),
    /** Of a running one: its process renews it, and once it is over, another may take its place. */
    leasedUntil: moment(),
    doneAt: moment(),
    /** Sealed: what it resolved to, or why it failed. */
    outcome: text(),
    expiresAt: expiresAt(),
  },
  ({ subject, token, state, leasedUntil, doneAt, outcome, expiresAt }) => [
    primaryKey({ columns: [subject, token] }),
    index().on(expiresAt),
    check(
      "submission_state",
      sql`case ${state}
            when 'running' then ${leasedUntil} is not null and ${doneAt} is null and ${outcome} is null
            when 'done' then ${leasedUntil} is null and ${doneAt} is not null and ${outcome} is not null
            when 'failed' then ${leasedUntil} is null and ${doneAt} is null and ${outcome} is not null
            else false end`,
    ),
  ],
);

/** The token of the form of one thing in one state: the same in every tab and on every device of a person. */
export const formTokens = pgTable(
  "form_tokens",
  {
    subject: text().notNull(),
    about: text().notNull(),
    /** Sealed. */
    token: text().notNull(),
    expiresAt: expiresAt(),
  },
  ({ subject, about, expiresAt }) => [primaryKey({ columns: [subject, about] }), index().on(expiresAt)],
);

/** What people typed and did not get through with. */
export const drafts = pgTable(
  "drafts",
  {
    subject: text().notNull(),
    path: text().notNull(),
    /** Sealed. */
    content: text().notNull(),
    bytes: integer().notNull(),
    createdAt: moment().notNull(),
    expiresAt: expiresAt(),
  },
  ({ subject, path }) => [primaryKey({ columns: [subject, path] })],
);

/** Forms that were sent without a session, for the person that their token names. */
export const unclaimedDrafts = pgTable("unclaimed_drafts", {
  id: text().primaryKey(),
  /** Sealed. */
  content: text().notNull(),
  expiresAt: expiresAt(),
});

/** Messages for the next page of a session. */
export const flashMessages = pgTable(
  "flash_messages",
  {
    /** The `hashedName` of the session's id. */
    session: text().notNull(),
    /** A page's path, or a panel's name. */
    place: text().notNull(),
    /** Sealed: it may repeat what was typed. */
    content: text().notNull(),
    expiresAt: expiresAt(),
  },
  ({ session, place }) => [primaryKey({ columns: [session, place] })],
);

/** What was counted for rate limits, in the shape that rate-limiter-flexible reads and writes. */
export const rateCounts = pgTable(
  "rate_counts",
  {
    key: text().primaryKey(),
    points: integer().notNull(),
    expire: timestamp("expires_at", { withTimezone: true }),
  },
  ({ expire }) => [index().on(expire)],
);
