import {
  and,
  asc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  max,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { ediOrderStreams } from "#contract/edi.ts";
import type { EdiDue, EdiOrderFilters } from "#contract/ediPartner.ts";
import type { Database } from "#database/connect.ts";
import type { Sent } from "#edi-orders/index.ts";
import { ediInterchanges, ediOrderMessages, ediOrders } from "#platform/database/schema/edi.ts";
import {
  ediOrderNumbers,
  type StoredEdiReference,
  type StoredFacts,
  type StoredOrderMessage,
} from "#platform/database/schema/ediStored.ts";
import { containsId, countedPage, fieldContains, given, wordIn } from "#platform/database/search.ts";
import { numbersNamedIn, packageNumberIn } from "#platform/domains/edi/documents/messages.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { type EdiNote, summaryState, written } from "#platform/domains/edi/documents/streams.ts";
import { ediPageSize } from "#platform/domains/edi/interchanges/repository.ts";
import { dueConditions, readKnownPartners } from "#platform/domains/edi/partners/dueTimes.ts";

/** Our duties on an order, each with its column since when; null while it is not owed. */
export const orderDuties = {
  response: { duty: "response", partner: ediOrders.partner, since: ediOrders.responseOwedSince },
  despatch: { duty: "despatch", partner: ediOrders.partner, since: ediOrders.despatchOwedSince },
} as const;

async function isDue(database: Database, due: EdiDue, owes: EdiOrderFilters["owes"]) {
  const partners = await readKnownPartners(database);
  const at = new Date();
  const duties = owes === undefined ? Object.values(orderDuties) : [orderDuties[owes]];
  return or(...duties.map((duty) => dueConditions(partners, duty, at)[due]));
}

const numbered = (column: AnyPgColumn) => (text: string) => fieldContains(ediOrderNumbers, column, text);

/** What a filter of the order documents finds; the work queue counts the same (edi#queue). */
export async function ediOrderCondition(database: Database, filters: EdiOrderFilters) {
  const { states = [], createdFrom, createdBefore, owes, test, heldFor, due } = filters;
  return and(
    given(wordIn(filters.documentId), (id) => containsId(ediOrders.id, id)),
    given(wordIn(filters.utopiaOrderNumber), numbered(ediOrders.utopiaOrderNumber)),
    given(wordIn(filters.ediMyerInterchangeDocumentId), (id) => containsId(ediOrders.interchangeId, id)),
    states.length === 0 ? undefined : inArray(ediOrders.state, states),
    given(wordIn(filters.partner), (partner) => eq(ediOrders.partner, partner)),
    given(wordIn(filters.documentIdentifier), numbered(ediOrders.documentIdentifier)),
    given(wordIn(packageNumberIn(filters.packageNumber)), numbered(ediOrders.packageNumbers)),
    given(createdFrom, (from) => gte(ediOrders.createdAt, new Date(from))),
    given(createdBefore, (before) => lt(ediOrders.createdAt, new Date(before))),
    given(owes, (duty) => isNotNull(orderDuties[duty].since)),
    due === undefined ? undefined : await isDue(database, due, owes),
    given(test, (isTest) => eq(ediOrders.isTest, isTest)),
    given(heldFor, (reason) => eq(ediOrders.heldFor, reason)),
  );
}

/** One page of order documents, latest first by default, and the number of pages, 1 or more. */
export async function readEdiOrderPage(database: Database, filters: EdiOrderFilters, page: number) {
  const { isListed, order, pages } = await countedPage(database, ediOrders.position, {
    where: await ediOrderCondition(database, filters),
    order: { by: [ediOrders.position], isDescending: filters.sort !== "oldest" },
    page,
    size: ediPageSize,
  });
  const rows = await database
    .select(ediOrderColumns)
    .from(ediOrders)
    .where(isListed)
    .orderBy(...order);
  return { rows, pages };
}

/** The streams of an order document (edi#streams): the first creates the order, the others follow it. */
export const createStream = "order/create";
export const finalStream = "order/wait-for-final-order-change-message";
export const shipmentStream = "order/supply-shipment-notifications";

export const [createStep, acceptStep] = ediOrderStreams[createStream];

const following = (
  stream: Exclude<keyof typeof ediOrderStreams, typeof createStream>,
  starts: string,
  ends: (label: string) => string,
) => ({ stream, step: ediOrderStreams[stream][0], starts, ends });

/** The streams that follow an order once it is made, with the words of their start and end. */
export const followingStreams = [
  following(finalStream, "Waits for COMPLETE or CANCELLED", (label) => `The order is ${label}`),
  following(shipmentStream, "Waits for shipments", () => "All items are shipped or cancelled"),
  following("order/supply-update-notifications", "Waits for changes", () => "No further change can come"),
] as const;

const {
  lines: _lines,
  updateRecords: _records,
  decisions: _decisions,
  ...shortColumns
} = getTableColumns(ediOrders);

/** The columns for lists and for locked documents: all but the long ones. */
export const ediOrderColumns = shortColumns;

/** An order document without its long parts: its lines, its decisions, its update records and its messages. */
export type StoredEdiOrder = Omit<typeof ediOrders.$inferSelect, "lines" | "decisions" | "updateRecords">;

/** A message of an order document; `sent` is its place among all messages of its sender. */
export type ExchangedMessage = StoredOrderMessage & {
  ordinal: number;
  facts: StoredFacts | null;
  sent: Sent;
};

/** The whole of an order document; its messages are in the order in which they were exchanged. */
export type WholeEdiOrder = typeof ediOrders.$inferSelect & { messages: readonly ExchangedMessage[] };

/** The label of the update record of a change that came too late. */
export const refusedLabel = "CHANGE_REFUSED";

// Advisory lock key: positions have no gaps while orders come in.
const arrivalLock = 7_440_005;

/** An order document by its id; inside a transaction `forUpdate` locks it. */
export async function findEdiOrder(database: Database, id: string, forUpdate = false) {
  const query = database.select(ediOrderColumns).from(ediOrders).where(eq(ediOrders.id, id));
  const [found] = await (forUpdate ? query.for("update") : query);
  return found;
}

/** An order document with its lines, decisions and update records, locked; without its messages. */
export async function lockWithLines(transaction: Database, id: string) {
  const [found] = await transaction.select().from(ediOrders).where(eq(ediOrders.id, id)).for("update");
  return found;
}

/** The messages of an order document, or those of one list, in the order in which they were exchanged. */
export async function readOrderMessages(
  database: Database,
  orderId: string,
  list?: string,
): Promise<ExchangedMessage[]> {
  const { preparedAt, controlReference, position } = ediInterchanges;
  const rows = await database
    .select({
      list: ediOrderMessages.list,
      ordinal: ediOrderMessages.ordinal,
      interchangeId: ediOrderMessages.interchangeId,
      place: ediOrderMessages.place,
      message: ediOrderMessages.message,
      decimalMark: ediOrderMessages.decimalMark,
      facts: ediOrderMessages.facts,
      interchange: { preparedAt, controlReference, position },
    })
    .from(ediOrderMessages)
    .leftJoin(ediInterchanges, eq(ediInterchanges.id, ediOrderMessages.interchangeId))
    .where(
      and(
        eq(ediOrderMessages.orderId, orderId),
        list === undefined ? undefined : eq(ediOrderMessages.list, list),
      ),
    )
    .orderBy(asc(ediOrderMessages.ordinal));
  return rows.map(({ interchange, ...row }) => ({ ...row, sent: sentIn(interchange, row.place) }));
}

/** When a message was sent, by its interchange and its place there. */
export const sentIn = (interchange: Omit<Sent, "place"> | null, place: number | null): Sent => {
  const { preparedAt = "", controlReference = null, position = 0 } = interchange ?? {};
  return { preparedAt, controlReference, position, place: place ?? 0 };
};

/** The order document to which a message of an interchange, by its place there, was added; undefined without one. */
export async function findByMessage(database: Database, interchangeId: string, place: number) {
  const { orderId } = ediOrderMessages;
  const [found] = await database
    .select({ id: ediOrders.id, documentIdentifier: ediOrders.documentIdentifier })
    .from(ediOrderMessages)
    .innerJoin(ediOrders, eq(ediOrders.id, orderId))
    .where(and(eq(ediOrderMessages.interchangeId, interchangeId), eq(ediOrderMessages.place, place)))
    .limit(1);
  return found;
}

/** The whole of an order document; with a time, only if its next step is due then. */
export async function readWholeEdiOrder(
  database: Database,
  id: string,
  dueAt?: Date,
): Promise<WholeEdiOrder | undefined> {
  const isDue = dueAt && lte(ediOrders.stepAt, dueAt);
  const [found] = await database
    .select()
    .from(ediOrders)
    .where(and(eq(ediOrders.id, id), isDue));
  return found && { ...found, messages: await readOrderMessages(database, id) };
}

type NewMessage = StoredOrderMessage & { facts?: StoredFacts | undefined };

async function addMessages(transaction: Database, orderId: string, messages: readonly NewMessage[]) {
  const next = sql`(select coalesce(max(ordinal), 0) + 1 from ${ediOrderMessages} where order_id = ${orderId})`;
  for (const message of messages)
    await transaction.insert(ediOrderMessages).values({ orderId, ordinal: next, ...message });
}

const numbersOf = (messages: readonly StoredOrderMessage[]): string[] =>
  messages.flatMap(({ message }) => numbersNamedIn(message));

/** Lets one transaction at a time add order documents. */
export async function lockArrivals(transaction: Database): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${arrivalLock}::bigint)`);
}

/** Adds an order document as the newest, unless its id exists. Call it after `lockArrivals`. */
export async function insertEdiOrder(
  transaction: Database,
  {
    messages,
    ...order
  }: Omit<typeof ediOrders.$inferInsert, "position" | "revision" | "state" | "packageNumbers"> & {
    messages: readonly NewMessage[];
  },
): Promise<void> {
  if (await findEdiOrder(transaction, order.id)) return;
  const [newest] = await transaction.select({ position: max(ediOrders.position) }).from(ediOrders);
  await transaction.insert(ediOrders).values({
    ...order,
    position: (newest?.position ?? 0) + 1,
    state: summaryState(order.streams),
    packageNumbers: numbersOf(messages).join("\n"),
  });
  await addMessages(transaction, order.id, messages);
}

/** The part of an order document that its steps change; `messages` are new ones. */
export type EdiOrderChange = Partial<
  Omit<
    typeof ediOrders.$inferSelect,
    "id" | "position" | "revision" | "state" | "packageNumbers" | "referenceList" | "histories"
  >
> & {
  messages?: readonly NewMessage[];
  /** What messages, by their ordinals, were judged with. */
  judged?: readonly { ordinal: number; facts: StoredFacts }[];
  references?: StoredEdiReference[];
  notes?: EdiNote[];
};

/** A step with all its inputs read: it writes in the transaction that it is called with. */
export type PreparedStep = (transaction: Database) => Promise<EdiOrderChange>;

/** Writes a change of a locked order document; new messages, references and notes are added to the earlier ones. */
export async function saveEdiOrder(
  transaction: Database,
  before: StoredEdiOrder,
  { messages = [], judged = [], references = [], notes = [], ...change }: EdiOrderChange,
  at: Date,
): Promise<void> {
  const state = summaryState(change.streams ?? before.streams);
  await transaction
    .update(ediOrders)
    .set({
      // A resumed document waits for nothing any more.
      ...(state !== "hold" && { heldFor: null }),
      ...change,
      ...(messages.length > 0 && {
        packageNumbers: [before.packageNumbers, ...numbersOf(messages)].filter(Boolean).join("\n"),
      }),
      revision: before.revision + 1,
      state,
      updatedAt: notes.length > 0 ? at : before.updatedAt,
      referenceList: [...before.referenceList, ...storableJson(references)],
      histories: [...storableJson(written(notes, at)), ...before.histories],
    })
    .where(eq(ediOrders.id, before.id));
  for (const { ordinal, facts } of judged)
    await transaction
      .update(ediOrderMessages)
      .set({ facts })
      .where(and(eq(ediOrderMessages.orderId, before.id), eq(ediOrderMessages.ordinal, ordinal)));
  await addMessages(transaction, before.id, messages);
}

/** Makes the order documents of a Utopia order due, since that order changed. */
export async function wakeEdiOrders(database: Database, orderId: string, at: Date): Promise<void> {
  await database
    .update(ediOrders)
    .set({ stepAt: at, revision: sql`${ediOrders.revision} + 1` })
    .where(and(eq(ediOrders.orderId, orderId), notInArray(ediOrders.state, ["completed", "rejected"])));
}
