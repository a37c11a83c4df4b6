import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { JsonObject } from "./json.ts";

/** Products for labels, a style in one colour each (labels#fields); `document` is the product's wire form. */
export const labelProducts = pgTable(
  "label_products",
  {
    // The store's price book.
    priceBook: text().notNull(),
    // The order within a range.
    position: integer().notNull(),
    // Search text: the level codes of the product and of its sizes, one per line.
    levelCodes: text().notNull(),
    barcodes: text().array().notNull(),
    clrCode: text().notNull(),
    colourName: text().notNull(),
    productName: text().notNull(),
    brand: text().notNull(),
    season: text().notNull(),
    occasion: text().notNull(),
    department: text().notNull(),
    sizing: text().notNull(),
    document: jsonb().$type<JsonObject>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.priceBook, table.position] }),
    index("label_products_barcodes").using("gin", table.barcodes),
  ],
);
