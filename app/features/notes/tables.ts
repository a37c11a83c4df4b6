import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { anyText, expiresAt, moment } from "#app/core/database/columns.ts";
import { maxNoteLength, recordKindKeys } from "#app/core/records/record.ts";

/** Records that somebody wrote on, has or handled. Whoever changes anything about one locks its row. */
export const notedRecords = pgTable(
  "noted_records",
  {
    n: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: recordKindKeys }).notNull(),
    /** The alias in lower case: an alias is the same in any. */
    store: anyText().notNull(),
    id: anyText().notNull(),
    /** How often anything of it was changed. */
    turns: integer().notNull().default(0),
    /** Who had it before. */
    hadBy: anyText(),
    expiresAt: expiresAt(),
  },
  (record) => [unique().on(record.kind, record.store, record.id)],
);

const recordOf = () =>
  integer()
    .notNull()
    .references(() => notedRecords.n, { onDelete: "cascade" });

/** Who did it and when, by the identity provider's lasting name and the name that people know. */
const person = () => ({
  subject: text().notNull(),
  by: anyText().notNull(),
  at: moment().notNull().defaultNow(),
});

export const notes = pgTable(
  "notes",
  {
    record: recordOf(),
    /** Unique for its record: the same note twice is one. */
    id: text().notNull(),
    /** The turn of the record that it was, which is its place. */
    turn: integer().notNull(),
    ...person(),
    text: anyText().notNull(),
    isHandling: boolean().notNull(),
  },
  (note) => [
    primaryKey({ columns: [note.record, note.id] }),
    unique().on(note.record, note.turn),
    check("notes_length", sql`char_length(${note.text}) <= ${sql.raw(String(maxNoteLength))}`),
  ],
);

/** How people call a record, and where it is shown. */
const namedPlace = () => ({ name: anyText().notNull(), href: anyText().notNull() });

/** Who has which record: one person each. */
export const recordHolders = pgTable(
  "record_holders",
  { record: recordOf().primaryKey(), ...person(), ...namedPlace() },
  (holder) => [index().on(holder.subject, holder.at)],
);

/** Records that are handled until they change. */
export const handledRecords = pgTable(
  "handled_records",
  {
    record: recordOf().primaryKey(),
    ...person(),
    ...namedPlace(),
    /** The record's state; another one once it changes. */
    revision: anyText().notNull(),
    /** The lines of Today that it left, and since when it was in them, if known. */
    lines: anyText().array().notNull(),
    since: moment(),
    because: anyText().notNull(),
    /** When somebody last looked whether it has changed. */
    lookedAt: moment(),
  },
  (handled) => [index().on(handled.at)],
);
