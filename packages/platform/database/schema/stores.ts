import { boolean, numeric, pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";

/** Vouchers of the simulated register. A code is as good as cash: only its SHA-256 digest is stored. */
export const vouchers = pgTable("vouchers", {
  codeDigest: text().primaryKey(),
  // AUD.
  balance: numeric({ precision: 12, scale: 2, mode: "number" }).notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  // The register fails on this one, to demonstrate a failure.
  fails: boolean().notNull(),
});

export const stores = pgTable("stores", {
  id: smallint().primaryKey(),
  name: text().notNull().unique(),
  alias: text().notNull().unique(),
  type: text().notNull(),
  managementBaseUrl: text(),
});
