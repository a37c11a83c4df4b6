import type { FastifyInstance } from "fastify";
import { getOrders } from "#contract/orders.ts";
import type { Database } from "#platform/database/connect.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { listOrders } from "./repository.ts";

/** GET /api/getorders (calls#orders). */
export function orderRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(getOrders.path, (request) => listOrders(database, parseRequest(getOrders.query, request.query)));
}
