import { asc, sql } from "drizzle-orm";
import type { Store } from "#contract/stores.ts";
import type { Database } from "#platform/database/connect.ts";
import { stores } from "#platform/database/schema/stores.ts";

export type StoredStore = typeof stores.$inferSelect;

/** Every store, by name, in its wire form; `managementBaseUrl` only where the store has one. */
export async function listStores(database: Database): Promise<Store[]> {
  const rows = await database
    .select()
    .from(stores)
    .orderBy(asc(sql`lower(${stores.name})`));
  return rows.map(({ name, alias, type, managementBaseUrl }) => ({
    storeName: name,
    storeAlias: alias,
    storeType: type,
    ...(managementBaseUrl ? { managementBaseUrl } : {}),
  }));
}

/** The store of this name, case-insensitive. */
export async function findStoreByName(database: Database, name: string): Promise<StoredStore | undefined> {
  const [row] = await database.select().from(stores).where(sql`lower(${stores.name}) = lower(${name})`);
  return row;
}
