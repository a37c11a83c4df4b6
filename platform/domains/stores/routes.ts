import type { FastifyInstance } from "fastify";
import { getStores } from "#contract/stores.ts";
import type { Database } from "#platform/database/connect.ts";
import { serve } from "#platform/http/requests.ts";
import { listStores } from "./repository.ts";

/** GET /api/getstores/ (calls#stores). */
export function storeRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getStores,
    permission: "stores",
    summary: "All stores",
    answerWith: () => listStores(database),
  });
}
