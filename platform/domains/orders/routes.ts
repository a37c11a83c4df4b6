import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getOrderCounts, orderCount } from "#contract/counts.ts";
import { getOrders, orderRecord } from "#contract/orders.ts";
import type { Database } from "#platform/database/connect.ts";
import { serve } from "#platform/http/requests.ts";
import { countOrdersByStatus, listOrders } from "./repository.ts";

/** GET /api/getorders (calls#orders), and the number of orders in a status (calls#counts). */
export function orderRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getOrders,
    permission: "orders",
    summary: "One page of the orders of one store or of all, newest first unless another order is asked for",
    answer: z.array(orderRecord),
    extensions: ["people-search", "dates-and-order"],
    answerWith: ({ query }) => listOrders(database, query),
  });

  serve(app, {
    call: getOrderCounts,
    beyond: true,
    permission: "orders",
    extensions: ["order-counts"],
    summary: "How many orders of all stores stand in each of these statuses",
    answer: z.array(orderCount),
    answerWith: ({ query }) => countOrdersByStatus(database, query.statuses),
  });
}
