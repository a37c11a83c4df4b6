import { asc, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getStores, type Store } from "#contract/stores.ts";
import type { Database } from "#database/connect.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { serve } from "#platform/http/requests.ts";

/** Every store, by name, in its wire form; `managementBaseUrl` only where the store has one. */
async function listStores(database: Database): Promise<Store[]> {
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

/** GET /api/getstores/ (calls#stores). */
export function storeRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getStores,
    permission: "stores",
    summary: "All stores",
    answerWith: () => listStores(database),
  });
}
