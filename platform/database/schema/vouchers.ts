import { boolean, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Vouchers of the simulated register. A code is money: only its SHA-256 digest is kept. */
export const vouchers = pgTable("vouchers", {
  codeDigest: text().primaryKey(),
  // AUD.
  balance: numeric({ precision: 12, scale: 2, mode: "number" }).notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  // The register fails on this one, so that people can see what a failure looks like.
  fails: boolean().notNull(),
});
