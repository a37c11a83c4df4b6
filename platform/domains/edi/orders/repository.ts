import { and, asc, eq, gt, lte, max, min, notInArray, sql } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { type EdiNote, summaryState, written } from "#platform/domains/edi/documents/streams.ts";

export type StoredEdiOrder = typeof ediOrders.$inferSelect;

// Key of the advisory lock that keeps positions without gaps while orders come in.
const arrivalLock = 7_440_005;

/** An order document by its id; inside a transaction `forUpdate` keeps others from changing it in the meantime. */
export async function findEdiOrder(
  database: Database,
  id: string,
  forUpdate = false,
): Promise<StoredEdiOrder | undefined> {
  const query = database.select().from(ediOrders).where(eq(ediOrders.id, id));
  const [found] = await (forUpdate ? query.for("update") : query);
  return found;
}

/** Lets one transaction at a time add order documents. */
export async function lockArrivals(transaction: Database): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${arrivalLock}::bigint)`);
}

/** Adds an order document as the newest, unless there is one of the same id. Call it after `lockArrivals`. */
export async function insertEdiOrder(
  transaction: Database,
  order: Omit<typeof ediOrders.$inferInsert, "position" | "revision" | "state">,
): Promise<void> {
  if (await findEdiOrder(transaction, order.id)) return;
  const [newest] = await transaction.select({ position: max(ediOrders.position) }).from(ediOrders);
  await transaction.insert(ediOrders).values({
    ...order,
    position: (newest?.position ?? 0) + 1,
    revision: 1,
    state: summaryState(order.streams),
  });
}

/** The part of an order document that its steps change. */
export type EdiOrderChange = Partial<
  Pick<
    StoredEdiOrder,
    | "streams"
    | "stepAt"
    | "attempts"
    | "lines"
    | "messages"
    | "updateRecords"
    | "shipmentsTold"
    | "updatesTold"
    | "utopiaOrderNumber"
    | "orderId"
    | "responseOwedSince"
    | "despatchOwedSince"
    | "handledAt"
  >
> & { references?: StoredEdiReference[]; notes?: EdiNote[] };

/** Writes a change of an order document that is locked; new references and notes are added to the earlier ones. */
export async function saveEdiOrder(
  transaction: Database,
  before: StoredEdiOrder,
  { references = [], notes = [], ...change }: EdiOrderChange,
  at: Date,
): Promise<void> {
  await transaction
    .update(ediOrders)
    .set({
      ...change,
      revision: before.revision + 1,
      state: summaryState(change.streams ?? before.streams),
      updatedAt: notes.length > 0 ? at : before.updatedAt,
      referenceList: [...before.referenceList, ...storableJson(references)],
      histories: [...storableJson(written(notes, at)), ...before.histories],
    })
    .where(eq(ediOrders.id, before.id));
}

/** Has the order documents behind a Utopia order processed, since that order changed. */
export async function wakeEdiOrders(database: Database, orderId: string, at: Date): Promise<void> {
  await database
    .update(ediOrders)
    .set({ stepAt: at, revision: sql`${ediOrders.revision} + 1` })
    .where(and(eq(ediOrders.orderId, orderId), notInArray(ediOrders.state, ["completed", "rejected"])));
}

/** Ids of at most `limit` order documents that the platform has to process, longest waiting first. */
export async function listDueEdiOrders(database: Database, at: Date, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: ediOrders.id })
    .from(ediOrders)
    .where(lte(ediOrders.stepAt, at))
    .orderBy(asc(ediOrders.stepAt), asc(ediOrders.position))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** When the platform next has to process an order document, after this time; undefined when none waits for it. */
export async function nextDueEdiOrder(database: Database, after: Date): Promise<Date | undefined> {
  const [row] = await database
    .select({ next: min(ediOrders.stepAt) })
    .from(ediOrders)
    .where(gt(ediOrders.stepAt, after));
  return row?.next ?? undefined;
}
