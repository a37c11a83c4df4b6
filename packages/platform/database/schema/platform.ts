import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** One row per part of the seed that is completely loaded, with its size. */
export const seedParts = pgTable("seed_parts", {
  part: text().primaryKey(),
  size: text().notNull(),
  rows: integer().notNull(),
  finishedAt: moment().notNull(),
});

export const identityRecords = pgTable(
  "identity_records",
  {
    key: text().primaryKey(),
    value: jsonb().$type<unknown>().notNull(),
    expiresAt: moment(),
  },
  (table) => [index("identity_records_expiry").on(table.expiresAt)],
);
