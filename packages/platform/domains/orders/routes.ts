import { and, asc, count, desc, eq, gte, inArray, lt, max, min, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getOrderCounts, type OrderCount } from "#contract/counts.ts";
import { getOrders, type OrderSort, type OrdersQuery } from "#contract/orders.ts";
import type { Database } from "#database/connect.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { containsWords, given, isOnPage, listIn, stampOf, wordIn } from "#platform/database/search.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";
import { serve } from "#platform/http/requests.ts";
import { availableActions, platformMoves } from "./rules.ts";

/** An order in its wire form (orders#fields). */
const toWire = (row: typeof orders.$inferSelect) => ({
  id: row.id,
  status: row.status,
  availableActions: availableActions(row),
  retryCount: row.retryCount,
  nextRetrySchedule:
    row.status === platformMoves.retryIsDue.from ? (row.stepAt?.toISOString() ?? null) : null,
  _ts: Math.floor(row.modifiedAt.getTime() / 1000),
  history: row.history,
  order: row.document,
});

const sorts = {
  newest: [desc(orders.createdAt), desc(orders.position)],
  oldest: [asc(orders.createdAt), asc(orders.position)],
  highest: [desc(orders.amount), desc(orders.position)],
  lowest: [asc(orders.amount), asc(orders.position)],
} satisfies Record<OrderSort, SQL[]>;

/**
 * One page of orders: by arrival, newest first, unless another order is requested; a date filter is on when they were
 * made. An empty `storegroup` means all stores, an unknown store has none. `orderQuery` is a part of an id, of the
 * customer's code or email, of a SKU or of a con note, case-insensitive; `statuses` are exact.
 */
async function listOrders(database: Database, query: OrdersQuery) {
  const { storegroup, page, pagesize, orderQuery, createdFrom, createdBefore } = query;
  const store = storegroup === "" ? undefined : await findStoreByName(database, storegroup);
  if (storegroup !== "" && !store) return [];
  const statuses = listIn(query.statuses);
  const isOfDays = createdFrom !== undefined || createdBefore !== undefined;
  const sort = query.sort ?? (isOfDays ? "newest" : undefined);
  const order = sort ? sorts[sort] : [desc(orders.position)];
  const where = and(
    store && eq(orders.storeId, store.id),
    statuses.length > 0 ? inArray(orders.status, statuses) : undefined,
    given(wordIn(orderQuery), (text) => containsWords(orders.searchText, text)),
    given(createdFrom, (from) => gte(orders.createdAt, new Date(from))),
    given(createdBefore, (before) => lt(orders.createdAt, new Date(before))),
  );
  const offset = (page - 1) * pagesize;
  const rows = await database
    .select()
    .from(orders)
    .where(isOnPage(database, orders.position, { where, order, limit: pagesize, offset }))
    .orderBy(...order);
  return rows.map(toWire);
}

/** How many orders of all stores have each of these statuses, comma separated (calls#counts). */
async function countOrdersByStatus(
  database: Database,
  statuses: string,
): Promise<Pick<OrderCount, "status" | "count" | "oldest_at" | "newest_at" | "stamp">[]> {
  const rows = await database
    .select({
      status: orders.status,
      count: count(),
      oldestAt: min(orders.modifiedAt),
      newestAt: max(orders.modifiedAt),
      stamp: stampOf(orders.modifiedAt, orders.position),
    })
    .from(orders)
    .where(inArray(orders.status, listIn(statuses)))
    .groupBy(orders.status)
    .orderBy(asc(orders.status));
  return rows.map(({ oldestAt, newestAt, ...row }) => ({
    ...row,
    ...{ oldest_at: oldestAt?.toISOString(), newest_at: newestAt?.toISOString() },
  }));
}

/** GET /api/getorders (calls#orders), and the number of orders in a status (calls#counts). */
export function orderRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getOrders,
    permission: "orders",
    summary: "One page of the orders of one store or of all, newest first unless another order is asked for",
    extensions: ["search"],
    answerWith: ({ query }) => listOrders(database, query),
  });

  serve(app, {
    call: getOrderCounts,
    permission: "orders",
    summary: "How many orders of all stores stand in each of these statuses",
    answerWith: ({ query }) => countOrdersByStatus(database, query.statuses),
  });
}
