import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { countFrom, type JsonObject, moment, ofStore } from "./columns.ts";

/** A reference of an EXO to something outside (returns#reference-fields); `created_at` is ISO 8601. */
export type StoredReference = {
  id: string;
  type: string;
  source: string;
  title: string;
  uri: string | null;
  created_at: string;
  meta: JsonObject;
};

/** One entry of an EXO's history, under its wire names (returns#fields); `created_at` is ISO 8601. */
export type StoredExoHistory = {
  action: string;
  message: string;
  created_at: string;
  meta: JsonObject | null;
};

/** Returns and exchanges. `document` is the input; the platform's own state is in the other columns. */
export const exos = pgTable(
  "exos",
  {
    id: text().primaryKey(),
    storeId: ofStore(),
    // Order of arrival; the name contains it.
    position: integer().notNull().generatedByDefaultAsIdentity(),
    // Incremented with every change: a step is taken only from the revision that it was decided on.
    revision: countFrom(1),
    name: text().notNull(),
    status: text().notNull(),
    stream: text().notNull(),
    step: text().notNull(),
    originalOrderId: text(),
    raNumber: text(),
    emailAddress: text(),
    correspondenceEmailAddress: text(),
    // Search text: ids, name, order, RA#, customer and consignments, one per line.
    searchText: text().notNull(),
    // How often an outside company refused the current job: with id and job, the key of its next request.
    refusals: countFrom(0),
    // How often in a row an outside company was busy for the current job.
    retries: countFrom(0),
    // Since when the EXO has been at its job.
    stepSince: moment(),
    // When the platform processes the EXO next; null while it waits for a person.
    stepAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    document: jsonb().$type<JsonObject>().notNull(),
    referenceList: jsonb().$type<StoredReference[]>().notNull(),
    histories: jsonb().$type<StoredExoHistory[]>().notNull(),
    // Credit to be given by hand, in AUD, and since when the history says so; null without one. A partial one lacks
    // returned lines without a readable price.
    creditOwed: doublePrecision(),
    isCreditPartial: boolean().notNull().default(false),
    creditOwedAt: moment(),
  },
  (table) => [
    // Counts and pages are read from one of these indexes alone, or with the index of search texts.
    index("exos_position").on(table.position, table.status, table.storeId),
    index("exos_status").on(table.status, table.position, table.storeId),
    index("exos_store").on(table.storeId, table.position, table.status),
    index("exos_created").on(table.createdAt, table.position, table.status, table.storeId),
    index("exos_updated").on(table.updatedAt, table.position, table.status, table.storeId, table.createdAt),
    // Counts by step, oldest since, and the revision are read from this index alone.
    index("exos_counted").on(table.status, table.step, table.updatedAt, table.position),
    index("exos_search").using("gin", table.searchText.op("gin_trgm_ops")),
    index("exos_due").on(table.stepAt).where(sql`step_at is not null`),
    // For pages of those that owe a credit, longest owed first.
    index("exos_credit_owed").on(table.creditOwedAt, table.position).where(sql`credit_owed_at is not null`),
  ],
);

/** Files of EXOs: labels and slips. Their bytes are in the file store, under `key`. */
export const storedFiles = pgTable("stored_files", {
  id: text().primaryKey(),
  key: text().notNull().unique(),
  contentType: text().notNull(),
  fileName: text().notNull(),
  size: integer().notNull(),
  sha256: text().notNull(),
  createdAt: moment().notNull(),
});

/**
 * Work that the simulated outside companies did for returns, one row per key: a repeated key gets the same reply and no
 * second piece of work.
 */
export const outsideEffects = pgTable(
  "outside_effects",
  {
    key: text().primaryKey(),
    company: text().notNull(),
    exoId: text().notNull(),
    job: text().notNull(),
    reply: jsonb().$type<JsonObject>().notNull(),
    asked: integer().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [index("outside_effects_exo").on(table.exoId)],
);
