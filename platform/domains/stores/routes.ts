import type { FastifyInstance } from "fastify";
import { getStores } from "#contract/stores.ts";
import type { Database } from "#platform/database/connect.ts";
import { listStores } from "./repository.ts";

/** GET /api/getstores/ (calls#stores). */
export function storeRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(getStores.path, () => listStores(database));
}
