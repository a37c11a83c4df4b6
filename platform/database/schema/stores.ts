import { pgTable, smallint, text } from "drizzle-orm/pg-core";

export const stores = pgTable("stores", {
  id: smallint().primaryKey(),
  name: text().notNull().unique(),
  alias: text().notNull().unique(),
  type: text().notNull(),
  managementBaseUrl: text(),
});
