import { and, asc, count, desc, eq, gte, inArray, lt, min, type SQL } from "drizzle-orm";
import type { OrderCount } from "#contract/counts.ts";
import { readNumber } from "#contract/numbers.ts";
import type { OrderSort, OrdersQuery } from "#contract/orders.ts";
import type { Database } from "#platform/database/connect.ts";
import type { JsonObject, StoredHistoryEntry } from "#platform/database/schema/columns.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { stores } from "#platform/database/schema/stores.ts";
import {
  containsWords,
  isOnPage,
  isSearchable,
  listIn,
  phoneDigits,
  searchLines,
  stampOf,
  wordIn,
} from "#platform/database/search.ts";
import { wakeEdiOrders } from "#platform/domains/edi/orders/repository.ts";
import { platformName } from "#platform/domains/history.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";
import { availableActions, type Effect, platformMoves, readDocument } from "./rules.ts";

type StoredOrder = typeof orders.$inferSelect;

/** An order in its wire form (orders#fields). */
const toWire = (row: StoredOrder) => ({
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
export async function listOrders(database: Database, query: OrdersQuery) {
  const { storegroup, page, pagesize, orderQuery, createdFrom, createdBefore } = query;
  if (![storegroup, orderQuery, query.statuses].every(isSearchable)) return [];
  const store = storegroup === "" ? undefined : await findStoreByName(database, storegroup);
  if (storegroup !== "" && !store) return [];
  const statuses = listIn(query.statuses);
  const text = wordIn(orderQuery);
  const isOfDays = createdFrom !== undefined || createdBefore !== undefined;
  const sort = query.sort ?? (isOfDays ? "newest" : undefined);
  const order = sort ? sorts[sort] : [desc(orders.position)];
  const where = and(
    store && eq(orders.storeId, store.id),
    statuses.length > 0 ? inArray(orders.status, statuses) : undefined,
    text === undefined ? undefined : containsWords(orders.searchText, text),
    createdFrom === undefined ? undefined : gte(orders.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(orders.createdAt, new Date(createdBefore)),
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
export async function countOrdersByStatus(
  database: Database,
  statuses: string,
): Promise<Pick<OrderCount, "status" | "count" | "oldest_at" | "stamp">[]> {
  if (!isSearchable(statuses)) return [];
  const rows = await database
    .select({
      status: orders.status,
      count: count(),
      oldestAt: min(orders.modifiedAt),
      stamp: stampOf(orders.modifiedAt, orders.position),
    })
    .from(orders)
    .where(inArray(orders.status, listIn(statuses)))
    .groupBy(orders.status)
    .orderBy(asc(orders.status));
  return rows.map(({ oldestAt, ...row }) => ({ ...row, oldest_at: oldestAt?.toISOString() }));
}

/** An order with its store; inside a transaction `forUpdate` locks it. */
export async function findOrder(database: Database, id: string, forUpdate = false) {
  const query = database
    .select({ order: orders, store: stores })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(eq(orders.id, id));
  const [found] = await (forUpdate ? query.for("update", { of: orders }) : query);
  return found;
}

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Sort keys of an order (calls#dates): the time when it was made, `otherwise` if the document's is no moment in UTC,
 * and the amount paid, 0 if the document's is no number.
 */
export function sortKeysOf(document: JsonObject, otherwise: Date): { createdAt: Date; amount: number } {
  const { createdAt, amountPaid } = readDocument(document);
  const made = isMoment.test(String(createdAt)) ? new Date(String(createdAt)) : otherwise;
  return {
    createdAt: Number.isNaN(made.getTime()) ? otherwise : made,
    amount: readNumber(amountPaid) ?? 0,
  };
}

/**
 * Writes the result of a transition of an order, with its notes as the newest entries of the history. Without notes
 * only an outside request was claimed: the order does not count as changed.
 */
export async function saveMovedOrder(
  database: Database,
  before: StoredOrder,
  { order, notes }: Effect,
  at: Date,
): Promise<void> {
  const { id, history, createdAt } = before;
  const entries = notes.map((note): StoredHistoryEntry => ({ ...note, createdAt: at.toISOString() }));
  const { status, retryCount, submissions, submitted, parcel, stepAt, document } = order;
  const isUpdated = notes.length > 0 || status !== before.status;
  await database
    .update(orders)
    .set({
      status,
      retryCount,
      submissions,
      submitted,
      parcel,
      stepAt,
      ...(isUpdated
        ? {
            document,
            searchText: searchTextOf(id, document),
            ...sortKeysOf(document, createdAt),
            history: [...entries.reverse(), ...history],
            modifiedAt: at,
          }
        : {}),
    })
    .where(eq(orders.id, id));
  await wakeEdiOrders(database, id, at);
}

/** Adds a new order, due at once. */
export async function addOrder(
  transaction: Database,
  { id, storeId, message, document }: { id: string; storeId: number; message: string; document: JsonObject },
  at: Date,
): Promise<void> {
  await transaction.insert(orders).values({
    id,
    storeId,
    status: "PROCESSING",
    searchText: searchTextOf(id, document),
    retryCount: 0,
    submissions: 0,
    stepAt: at,
    modifiedAt: at,
    ...sortKeysOf(document, at),
    document,
    history: [{ action: "OrderCreated", message, createdAt: at.toISOString(), meta: { user: platformName } }],
  });
}

/**
 * Search text of an order, one item per line: ids, customer code, email, SKUs and con notes; and its recipients
 * (calls#people): names, phones, and suburb, state and postcode of each address.
 */
export function searchTextOf(id: string, document: JsonObject): string {
  const { sourceId, externalSourceID, customer, lineItems, shipments, addresses } = readDocument(document);
  return searchLines([
    id,
    sourceId,
    externalSourceID,
    customer?.ap21CustomerCode,
    customer?.email,
    ...(lineItems ?? []).map(({ levelCode }) => levelCode),
    ...(shipments ?? []).map(({ conNote }) => conNote),
    customer?.name,
    phoneDigits(customer?.phone),
    ...(addresses ?? []).flatMap(({ name, phone, suburb, state, postcode }) => [
      name,
      phoneDigits(phone),
      [suburb, state, postcode].filter((part) => part).join(" "),
    ]),
  ]);
}
