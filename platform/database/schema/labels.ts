import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { JsonObject } from "./json.ts";

/** Products as labels see them, a style in one colour each (labels#fields); `document` is the product's wire form. */
export const labelProducts = pgTable(
  "label_products",
  {
    // The price book of the store in whose range the product is.
    priceBook: text().notNull(),
    // The standing order within a range.
    position: integer().notNull(),
    // The level codes of the product and of its sizes, one per line: what a search for one looks through.
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
