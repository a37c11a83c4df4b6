import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { JsonObject } from "./json.ts";

/** Styles of the product master, over all stores. */
export const masterProducts = pgTable("master_products", {
  styleCode: text().primaryKey(),
  updatedAt: timestamp({ withTimezone: true }).notNull(),
  document: jsonb().$type<JsonObject>().notNull(),
});
