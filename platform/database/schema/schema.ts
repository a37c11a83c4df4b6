import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/** Any JSON object, as it stands in a jsonb column. */
export type JsonObject = Record<string, unknown>;

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

/** One entry of an order's history; `createdAt` is ISO 8601, `meta` whatever its writer noted (orders#history). */
export type StoredHistoryEntry = {
  action: string;
  message: string;
  createdAt: string;
  meta: unknown;
};

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
    // The store stands in the search indexes too: a search reads its own store's part of them only.
    index("meta_products_store_codes").using("gin", table.storeId, table.codes.op("gin_trgm_ops")),
    index("meta_products_store_title").using("gin", table.storeId, table.title.op("gin_trgm_ops")),
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

export const orders = pgTable(
  "orders",
  {
    id: text().primaryKey(),
    storeId: smallint()
      .notNull()
      .references(() => stores.id),
    // 1, 2, 3 … without gaps in order of arrival, over all stores and within one: a page is a range of them.
    position: integer().notNull(),
    storePosition: integer().notNull(),
    status: text().notNull(),
    // Ids, customer code, email, SKUs and con notes, one per line: what a search looks through.
    searchText: text().notNull(),
    retryCount: integer().notNull(),
    // How often the order went to AP21: with the id, the reference of its next submission.
    submissions: integer().notNull(),
    // When the platform takes the order's next step by itself; none while it waits for a person.
    stepAt: timestamp({ withTimezone: true }),
    modifiedAt: timestamp({ withTimezone: true }).notNull(),
    document: jsonb().$type<JsonObject>().notNull(),
    history: jsonb().$type<StoredHistoryEntry[]>().notNull(),
  },
  (table) => [
    uniqueIndex("orders_position").on(table.position),
    uniqueIndex("orders_store_position").on(table.storeId, table.storePosition),
    index("orders_status").on(table.status, table.position),
    index("orders_store_status").on(table.storeId, table.status, table.storePosition),
    index("orders_search").using("gin", table.storeId, table.searchText.op("gin_trgm_ops")),
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

/** Lines of despatch and counter-sale dockets; a counter sale has no order number. */
export const shipmentLines = pgTable(
  "shipment_lines",
  {
    storeId: smallint()
      .notNull()
      .references(() => stores.id),
    // 1, 2, 3 … without gaps within a store, oldest first.
    position: integer().notNull(),
    docketNumber: text().notNull(),
    orderNumber: text(),
    saleDate: timestamp({ withTimezone: true }).notNull(),
    styleCode: text().notNull(),
    styleName: text().notNull(),
    colourCode: text().notNull(),
    colourName: text().notNull(),
    size: text().notNull(),
    // AUD for the whole line.
    amount: numeric({ precision: 12, scale: 2, mode: "number" }).notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.position] }),
    index("shipment_lines_order").using("gin", table.storeId, table.orderNumber.op("gin_trgm_ops")),
  ],
);

/** Styles of the product master, over all stores. */
export const masterProducts = pgTable("master_products", {
  styleCode: text().primaryKey(),
  updatedAt: timestamp({ withTimezone: true }).notNull(),
  document: jsonb().$type<JsonObject>().notNull(),
});

/**
 * Rules on products (rules#fields). `document` is the rule as it was saved, fields that nobody here knows among them;
 * what the platform says of it itself stands in the columns.
 */
export const customRules = pgTable(
  "custom_rules",
  {
    id: text().primaryKey(),
    storeId: smallint()
      .notNull()
      .references(() => stores.id),
    priority: bigint({ mode: "number" }).notNull(),
    version: integer().notNull(),
    // Who made the rule with which Idempotency-Key: the same again makes no second rule.
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

/** Vouchers of the simulated register. A code is money: only its SHA-256 digest is kept. */
export const vouchers = pgTable("vouchers", {
  codeDigest: text().primaryKey(),
  // AUD.
  balance: numeric({ precision: 12, scale: 2, mode: "number" }).notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  // The register fails on this one, so that people can see what a failure looks like.
  fails: boolean().notNull(),
});

export const identityRecords = pgTable(
  "identity_records",
  {
    key: text().primaryKey(),
    value: jsonb().$type<unknown>().notNull(),
    expiresAt: timestamp({ withTimezone: true }),
  },
  (table) => [index("identity_records_expiry").on(table.expiresAt)],
);

/** One row per part of the seed that is completely loaded, with the size that it was loaded in. */
export const seedParts = pgTable("seed_parts", {
  part: text().primaryKey(),
  size: text().notNull(),
  rows: integer().notNull(),
  finishedAt: timestamp({ withTimezone: true }).notNull(),
});
