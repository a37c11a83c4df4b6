import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getOrderCounts, orderCount } from "#contract/counts.ts";
import { getOrders, orderRecord } from "#contract/orders.ts";
import type { Database } from "#platform/database/connect.ts";
import { documented, parseRequest } from "#platform/http/requests.ts";
import { countOrdersByStatus, listOrders } from "./repository.ts";

/** GET /api/getorders (calls#orders), and the number of orders in a status (calls#counts). */
export function orderRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(
    getOrders.path,
    documented({
      call: getOrders,
      permission: "orders",
      summary:
        "One page of the orders of one store or of all, newest first unless another order is asked for",
      answer: z.array(orderRecord),
      failures: [400, 401, 403],
      extensions: ["people-search", "dates-and-order"],
    }),
    (request) => listOrders(database, parseRequest(getOrders.query, request.query)),
  );

  app.get(
    getOrderCounts.path,
    documented({
      call: getOrderCounts,
      beyond: true,
      permission: "orders",
      extensions: ["order-counts"],
      summary: "How many orders of all stores stand in each of these statuses",
      answer: z.array(orderCount),
      failures: [400, 401, 403],
    }),
    (request) => countOrdersByStatus(database, parseRequest(getOrderCounts.query, request.query).statuses),
  );
}
