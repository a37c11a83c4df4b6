import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getStores, store } from "#contract/stores.ts";
import type { Database } from "#platform/database/connect.ts";
import { documented } from "#platform/http/requests.ts";
import { listStores } from "./repository.ts";

/** GET /api/getstores/ (calls#stores). */
export function storeRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(
    getStores.path,
    documented({
      call: getStores,
      permission: "stores",
      summary: "All stores",
      answer: z.array(store),
      failures: [401, 403],
    }),
    () => listStores(database),
  );
}
