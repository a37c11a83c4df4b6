import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type JsonObject, moment, ofStore } from "./columns.ts";

/** Styles of the product master, over all stores. */
export const masterProducts = pgTable("master_products", {
  styleCode: text().primaryKey(),
  updatedAt: moment().notNull(),
  document: jsonb().$type<JsonObject>().notNull(),
});

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

/** One variant of a product: its SKU, its channel attributes and its state at the channel (products#variant). */
export type StoredVariant = {
  productSku: string;
  attributes: JsonObject;
  status: { ExternalStatus?: string };
};

/** One entry of a product's change feed; `updatedAt` is ISO 8601 (products#changes). */
export type StoredChange = {
  code: string;
  attribute: string;
  oldValue: unknown;
  newValue: unknown;
  updatedAt: string;
};

export const productStates = ["draft", "live", "withdrawn", "rejected"] as const;
export type ProductState = (typeof productStates)[number];

export const metaProducts = pgTable(
  "meta_products",
  {
    id: text().primaryKey(),
    storeId: ofStore(),
    // The order within a store.
    position: integer().notNull(),
    groupId: text().notNull(),
    title: text().notNull(),
    // Search text: the group id, every SKU and barcode, one per line.
    codes: text().notNull(),
    state: text({ enum: productStates }).notNull(),
    attributes: jsonb().$type<JsonObject>().notNull(),
    variants: jsonb().$type<StoredVariant[]>().notNull(),
    status: jsonb().$type<JsonObject>().notNull(),
    validationMessages: jsonb().$type<string[]>().notNull(),
    changes: jsonb().$type<StoredChange[]>().notNull(),
    waitingCustomer: jsonb().$type<JsonObject>(),
  },
  (table) => [
    uniqueIndex("meta_products_store_position").on(table.storeId, table.position),
    index("meta_products_store_invalid")
      .on(table.storeId, table.position)
      .where(sql`validation_messages <> '[]'::jsonb`),
    // The search indexes begin with the store: a search reads its own store's part only.
    index("meta_products_store_codes").using("gin", table.storeId, table.codes.op("gin_trgm_ops")),
    index("meta_products_store_title").using("gin", table.storeId, table.title.op("gin_trgm_ops")),
  ],
);
