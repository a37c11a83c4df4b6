import { bigint, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { countFrom, type JsonObject, ofStore, type StoredHistoryEntry } from "./columns.ts";

/**
 * Rules on products (rules#fields). `document` is the rule as saved, unknown fields included; the platform's own data
 * is in the other columns.
 */
export const customRules = pgTable(
  "custom_rules",
  {
    id: text().primaryKey(),
    storeId: ofStore(),
    priority: bigint({ mode: "number" }).notNull(),
    version: countFrom(1),
    // The creator and the Idempotency-Key: a repeated request creates no second rule.
    createdBy: text().notNull(),
    idempotencyKey: text(),
    document: jsonb().$type<JsonObject>().notNull(),
    history: jsonb().$type<StoredHistoryEntry[]>().notNull(),
  },
  (table) => [
    index("custom_rules_store").on(table.storeId, table.priority),
    uniqueIndex("custom_rules_idempotency").on(table.createdBy, table.idempotencyKey),
  ],
);
