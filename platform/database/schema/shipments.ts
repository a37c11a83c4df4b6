import { index, integer, numeric, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { ofStore } from "./columns.ts";

/** Lines of despatch and counter-sale dockets; a counter sale has no order number. */
export const shipmentLines = pgTable(
  "shipment_lines",
  {
    storeId: ofStore(),
    // Oldest first.
    position: integer().notNull().generatedByDefaultAsIdentity(),
    docketNumber: text().notNull(),
    orderNumber: text(),
    saleDate: timestamp({ withTimezone: true }).notNull(),
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
