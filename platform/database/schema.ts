import { sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/** Any JSON object, as it stands in a jsonb column. */
export type JsonObject = Record<string, unknown>;

/** One variant of a product: its SKU, its channel attributes and its state at the channel (1 §3). */
export type StoredVariant = {
  productSku: string;
  attributes: JsonObject;
  status: { ExternalStatus?: string };
};

/** One entry of a product's change feed; `updatedAt` is ISO 8601 (1 §3). */
export type StoredChange = {
  code: string;
  attribute: string;
  oldValue: unknown;
  newValue: unknown;
  updatedAt: string;
};

export const productStates = ["draft", "live", "withdrawn", "rejected"] as const;
export type ProductState = (typeof productStates)[number];

export const stores = pgTable("stores", {
  id: smallint().primaryKey(),
  name: text().notNull().unique(),
  alias: text().notNull().unique(),
  type: text().notNull(),
  managementBaseUrl: text(),
});

export const metaProducts = pgTable(
  "meta_products",
  {
    id: text().primaryKey(),
    storeId: smallint()
      .notNull()
      .references(() => stores.id),
    // 1, 2, 3 … without gaps within a store, so that page n is a range of an index and not an OFFSET.
    position: integer().notNull(),
    groupId: text().notNull(),
    title: text().notNull(),
    // The group id and every SKU, one per line: what a code search looks through.
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
    index("meta_products_codes").using("gin", table.codes.op("gin_trgm_ops")),
    index("meta_products_title").using("gin", table.title.op("gin_trgm_ops")),
  ],
);

export const actionEvents = pgTable(
  "action_events",
  {
    id: uuid().primaryKey(),
    subject: text().notNull(),
    idempotencyKey: text(),
    action: text().notNull(),
    target: text().notNull(),
    storeGroup: text().notNull(),
    payload: text().notNull(),
    sourceType: text().notNull(),
    submittedBy: text().notNull(),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    performedAt: timestamp({ withTimezone: true }),
    outcome: text(),
  },
  (table) => [
    uniqueIndex("action_events_idempotency").on(table.subject, table.idempotencyKey),
    index("action_events_waiting").on(table.submittedAt).where(sql`performed_at is null`),
  ],
);

export const identityRecords = pgTable(
  "identity_records",
  {
    key: text().primaryKey(),
    value: jsonb().$type<unknown>().notNull(),
    expiresAt: timestamp({ withTimezone: true }),
  },
  (table) => [index("identity_records_expiry").on(table.expiresAt)],
);

/** One row per seed that is completely loaded. */
export const seedMarks = pgTable("seed_marks", {
  size: text().primaryKey(),
  products: integer().notNull(),
  finishedAt: timestamp({ withTimezone: true }).notNull(),
});
