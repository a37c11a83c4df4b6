import { eq } from "drizzle-orm";
import { readNumber } from "#contract/numbers.ts";
import type { Database } from "#database/connect.ts";
import type { JsonObject, StoredHistoryEntry } from "#platform/database/schema/columns.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { phoneDigits, searchLines } from "#platform/database/search.ts";
import { wakeEdiOrders } from "#platform/domains/edi/orders/repository.ts";
import { platformName } from "#platform/domains/history.ts";
import { type Effect, readDocument } from "./rules.ts";

type StoredOrder = typeof orders.$inferSelect;

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
      ...(isUpdated && {
        document,
        searchText: searchTextOf(id, document),
        ...sortKeysOf(document, createdAt),
        history: [...entries.reverse(), ...history],
        modifiedAt: at,
      }),
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
