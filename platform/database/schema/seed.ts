import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** One row per part of the seed that is completely loaded, with its size. */
export const seedParts = pgTable("seed_parts", {
  part: text().primaryKey(),
  size: text().notNull(),
  rows: integer().notNull(),
  finishedAt: timestamp({ withTimezone: true }).notNull(),
});
