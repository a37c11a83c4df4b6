import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getStores, store } from "#contract/stores.ts";
import type { Database } from "#platform/database/connect.ts";
import { serve } from "#platform/http/requests.ts";
import { listStores } from "./repository.ts";

/** GET /api/getstores/ (calls#stores). */
export function storeRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getStores,
    permission: "stores",
    summary: "All stores",
    answer: z.array(store),
    answerWith: () => listStores(database),
  });
}
