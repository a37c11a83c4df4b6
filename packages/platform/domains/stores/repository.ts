import { sql } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import { stores } from "#platform/database/schema/stores.ts";

export type StoredStore = typeof stores.$inferSelect;

/** The store of this name, case-insensitive. */
export async function findStoreByName(database: Database, name: string): Promise<StoredStore | undefined> {
  const [row] = await database.select().from(stores).where(sql`lower(${stores.name}) = lower(${name})`);
  return row;
}
