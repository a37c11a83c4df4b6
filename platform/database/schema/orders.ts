import { sql } from "drizzle-orm";
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { letterWithoutPlainForm } from "../searchText.ts";
import { ofStore } from "./columns.ts";
import type { JsonObject, StoredHistoryEntry, StoredParcel } from "./json.ts";

export const orders = pgTable(
  "orders",
  {
    id: text().primaryKey(),
    storeId: ofStore(),
    // 1, 2, 3 … without gaps in order of arrival, over all stores and within one: a page is a range of them.
    position: integer().notNull(),
    storePosition: integer().notNull(),
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
    uniqueIndex("orders_position").on(table.position),
    uniqueIndex("orders_store_position").on(table.storeId, table.storePosition),
    index("orders_status").on(table.status, table.position),
    index("orders_store_status").on(table.storeId, table.status, table.storePosition),
    // How many stand in each status, since when, and whether any has changed, is read from this one alone.
    index("orders_counted").on(table.status, table.modifiedAt, table.position),
    index("orders_search").using("gin", table.storeId, table.searchText.op("gin_trgm_ops")),
    // Two letters are looked up, too: in this one where the index of three can't tell.
    index("orders_search_without_plain_form")
      .on(table.position)
      .where(sql`search_text ~ ${sql.raw(letterWithoutPlainForm)}`),
    // Pages in another order are found from these alone, whatever statuses and days are asked for.
    index("orders_created").on(table.createdAt, table.position, table.status),
    index("orders_store_created").on(table.storeId, table.createdAt, table.storePosition, table.status),
    index("orders_amount").on(table.amount, table.position, table.status, table.createdAt),
    index("orders_store_amount").on(
      table.storeId,
      table.amount,
      table.storePosition,
      table.status,
      table.createdAt,
    ),
    index("orders_due").on(table.stepAt).where(sql`step_at is not null`),
  ],
);

/**
 * How many orders of a status lie in each 4,000 positions, of one store or, as store 0, of all.
 * Triggers on `orders` keep it; it leads to a late page of a filtered list without walking there.
 */
export const orderTallies = pgTable(
  "order_tallies",
  {
    storeId: smallint().notNull(),
    status: text().notNull(),
    block: integer().notNull(),
    orders: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.status, table.block] })],
);
