import { jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** What each person chose, on any device. */
export const preferences = pgTable("preferences", {
  subject: text().primaryKey(),
  chosen: jsonb().notNull(),
});
