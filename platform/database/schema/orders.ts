import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { ofStore } from "./columns.ts";
import type { JsonObject, StoredHistoryEntry, StoredParcel } from "./json.ts";

export const orders = pgTable(
  "orders",
  {
    id: text().primaryKey(),
    storeId: ofStore(),
    // The order of arrival.
    position: integer().notNull().generatedByDefaultAsIdentity(),
    status: text().notNull(),
    // Ids, codes, SKUs, con notes, names, phones and places, one per line: what a search looks through.
    searchText: text().notNull(),
    retryCount: integer().notNull(),
    // How many versions of the order AP21 was asked for, and the digest of the latest; no digest once it was refused.
    submissions: integer().notNull(),
    submitted: text(),
    // The parcel that the warehouse is asked for; none while nothing is asked.
    parcel: jsonb().$type<StoredParcel>(),
    // When the platform takes the order's next step by itself; none while it waits for a person.
    stepAt: timestamp({ withTimezone: true }),
    modifiedAt: timestamp({ withTimezone: true }).notNull(),
    // What the document says of when it was made and what was paid: lists are ordered by them.
    createdAt: timestamp({ withTimezone: true }).notNull(),
    amount: doublePrecision().notNull(),
    document: jsonb().$type<JsonObject>().notNull(),
    history: jsonb().$type<StoredHistoryEntry[]>().notNull(),
  },
  (table) => [
    // A page is found from one of these alone, whatever it is filtered and ordered by, or with the index of search texts.
    index("orders_position").on(table.position, table.status),
    index("orders_status").on(table.status, table.position),
    index("orders_store").on(table.storeId, table.position, table.status),
    index("orders_created").on(table.createdAt, table.position, table.status),
    index("orders_store_created").on(table.storeId, table.createdAt, table.position, table.status),
    index("orders_amount").on(table.amount, table.position, table.status, table.createdAt),
    index("orders_store_amount").on(
      table.storeId,
      table.amount,
      table.position,
      table.status,
      table.createdAt,
    ),
    index("orders_search").using("gin", table.storeId, table.searchText.op("gin_trgm_ops")),
    // How many stand in each status, since when, and whether any has changed, is read from this one alone.
    index("orders_counted").on(table.status, table.modifiedAt, table.position),
    index("orders_due").on(table.stepAt).where(sql`step_at is not null`),
  ],
);
