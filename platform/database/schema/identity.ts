import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const identityRecords = pgTable(
  "identity_records",
  {
    key: text().primaryKey(),
    value: jsonb().$type<unknown>().notNull(),
    expiresAt: timestamp({ withTimezone: true }),
  },
  (table) => [index("identity_records_expiry").on(table.expiresAt)],
);
