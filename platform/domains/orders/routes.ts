import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getOrders, orderRecord } from "#contract/orders.ts";
import type { Database } from "#platform/database/connect.ts";
import { documented } from "#platform/http/documentedCall.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { listOrders } from "./repository.ts";

/** GET /api/getorders (calls#orders). */
export function orderRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(
    getOrders.path,
    documented({
      call: getOrders,
      deed: "orders",
      summary: "One page of the orders of one store or of all, newest first",
      answer: z.array(orderRecord),
      failures: [400, 401, 403],
      extensions: ["people-search"],
    }),
    (request) => listOrders(database, parseRequest(getOrders.query, request.query)),
  );
}
