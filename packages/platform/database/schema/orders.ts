import { sql } from "drizzle-orm";
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import {
  countFrom,
  type JsonObject,
  moment,
  ofStore,
  type StoredHistoryEntry,
  type StoredParcel,
} from "./columns.ts";

/** Lines of despatch and counter-sale dockets; a counter sale has no order number. */
export const shipmentLines = pgTable(
  "shipment_lines",
  {
    storeId: ofStore(),
    // Oldest first.
    position: integer().notNull().generatedByDefaultAsIdentity(),
    docketNumber: text().notNull(),
    orderNumber: text(),
    saleDate: moment().notNull(),
    styleCode: text().notNull(),
    styleName: text().notNull(),
    colourCode: text().notNull(),
    colourName: text().notNull(),
    size: text().notNull(),
    // AUD, of the whole line.
    amount: numeric({ precision: 12, scale: 2, mode: "number" }).notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.position] }),
    index("shipment_lines_order").using("gin", table.storeId, table.orderNumber.op("gin_trgm_ops")),
  ],
);

export const orders = pgTable(
  "orders",
  {
    id: text().primaryKey(),
    storeId: ofStore(),
    // Order of arrival.
    position: integer().notNull().generatedByDefaultAsIdentity(),
    status: text().notNull(),
    // Search text: ids, codes, SKUs, con notes, names, phones and places, one per line.
    searchText: text().notNull(),
    // How often in a row AP21 was busy.
    retryCount: countFrom(0),
    // How many versions of the order were submitted to AP21, and the latest one's digest; null once it was refused.
    submissions: countFrom(0),
    submitted: text(),
    // The parcel requested from the warehouse; null without one.
    parcel: jsonb().$type<StoredParcel>(),
    // When the platform takes the order's next step; null while it waits for a person.
    stepAt: moment(),
    modifiedAt: moment().notNull(),
    // Copied from the document for sorting: when it was made, and what was paid.
    createdAt: moment().notNull(),
    amount: doublePrecision().notNull(),
    document: jsonb().$type<JsonObject>().notNull(),
    history: jsonb().$type<StoredHistoryEntry[]>().notNull(),
  },
  (table) => [
    // A page is read from one of these alone, for each filter and sort order, or with the index of search texts.
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
    // Counts by status, oldest since, and the revision are read from this index alone.
    index("orders_counted").on(table.status, table.modifiedAt, table.position),
    index("orders_due").on(table.stepAt).where(sql`step_at is not null`),
  ],
);
