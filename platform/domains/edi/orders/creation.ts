import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { runCooperatively } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { orderReference } from "#platform/domains/edi/documents/references.ts";
import { atState, type EdiNote, ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { addOrder } from "#platform/domains/orders/repository.ts";
import { partnerLines, withArticles } from "./lines.ts";
import { type OrderHead, orderedIn, ordersMessageOf } from "./message.ts";
import type { EdiOrderChange, PreparedStep, WholeEdiOrder } from "./repository.ts";
import { initialCode, responseMessage } from "./response.ts";
import { nextResponseNumber } from "./responseNumber.ts";
import { sendToPartner } from "./send.ts";
import {
  acceptStep,
  createStep,
  createStream,
  finalStep,
  finalStream,
  shipmentStep,
  shipmentStream,
  updateStep,
  updateStream,
} from "./streams.ts";
import { utopiaOrderOf } from "./utopiaOrder.ts";

/** What a store's orders are numbered from, so that a number tells the store. */
const numberBase = 10_000_000;

/** The lines that count: those of the message, unless a change came before the order was made. */
async function linesOf(database: Database, order: WholeEdiOrder) {
  if (order.messages.some(({ list }) => list === "OrderChangeRequests")) return order.lines;
  return withArticles(
    database,
    order.storeId,
    await runCooperatively(partnerLines(ordersMessageOf(order) ?? {})),
  );
}

/** What a person may want to know of the articles. */
const articleNotes = (lines: readonly StoredOrderLine[]): EdiNote[] =>
  lines.flatMap(({ number, item, isListed, accepted }) => {
    const line = `Line ${number}: '${item}'`;
    if (accepted === 0) return [ediNote("order:line-not-accepted", `${line} is not accepted`)];
    return isListed ? [] : [ediNote("order:article-not-listed", `${line} is not listed in the store`)];
  });

/**
 * `create-utopia-order`, ready to be written: without a line that we accept there is no order, and the partner is told.
 */
export async function createUtopiaOrder(
  database: Database,
  order: WholeEdiOrder,
  at: Date,
): Promise<PreparedStep> {
  const content = orderedIn(order);
  const lines = await linesOf(database, order);
  const [store] = await database.select().from(stores).where(eq(stores.id, order.storeId));
  if (!store) throw new Error(`The store ${order.storeId} is gone`);
  return (transaction) => writeUtopiaOrder(transaction, order, { content, lines, store }, at);
}

type Making = {
  content: OrderHead;
  lines: StoredOrderLine[];
  store: typeof stores.$inferSelect;
};

async function writeUtopiaOrder(
  transaction: Database,
  order: WholeEdiOrder,
  { content, lines, store }: Making,
  at: Date,
): Promise<EdiOrderChange> {
  const start = stepNote("start", createStream, createStep, "Begins");
  const next = atState(order.streams, createStream, "active", acceptStep);
  const notes = articleNotes(lines);
  if (initialCode(lines) === "27") {
    const words = lines.length === 0 ? "The order names no lines" : "The order holds nothing to accept";
    const finish = stepNote("finish", createStream, createStep, `No Utopia order is made. ${words}`);
    return { lines, streams: next, stepAt: at, notes: [start, ...notes, finish] };
  }
  const orderId = randomUUID();
  const message = `The order came in as EDI order ${order.documentIdentifier}`;
  const numberAt = (place: number) => `${store.alias}${store.id * numberBase + 100_000 + place}`;
  let utopiaOrderNumber = "";
  await addOrder(
    transaction,
    { id: orderId, storeId: store.id, message },
    (place) => {
      utopiaOrderNumber = numberAt(place);
      return utopiaOrderOf({ ...order, lines }, content, store, utopiaOrderNumber, at);
    },
    at,
  );
  return {
    lines,
    orderId,
    utopiaOrderNumber,
    streams: next,
    stepAt: at,
    references: [orderReference(utopiaOrderNumber, orderId, at)],
    notes: [start, ...notes, stepNote("finish", createStream, createStep, `Made ${utopiaOrderNumber}`)],
  };
}

/** `send-order-accepted-notification`: the first response, and where the other streams begin. */
export function sendAccepted(order: WholeEdiOrder, at: Date): PreparedStep {
  const content = orderedIn(order);
  return (transaction) => writeAccepted(transaction, order, content, at);
}

async function writeAccepted(
  transaction: Database,
  order: WholeEdiOrder,
  content: OrderHead,
  at: Date,
): Promise<EdiOrderChange> {
  const code = initialCode(order.lines);
  const identifier = await nextResponseNumber(transaction, order);
  const sent = await sendToPartner(
    transaction,
    order,
    {
      cause: `${order.id}/ordrsp+initial`,
      type: "interchange:ordrsp+initial",
      title: "Order Response (Initial)",
      build: (preparedAt) =>
        responseMessage(order, content, {
          identifier,
          code,
          preparedAt,
          ...(code === "27" && { reason: "No line of the order can be delivered" }),
        }),
    },
    at,
  );
  const answers = { "29": "accepted as it is", "4": "accepted with changes", "27": "not accepted" };
  const created = code === "27" ? "rejected" : "completed";
  const waiting = {
    [finalStream]: { state: "passive", step: finalStep },
    [shipmentStream]: { state: "passive", step: shipmentStep },
    [updateStream]: { state: "passive", step: updateStep },
  };
  const starts = [
    stepNote("start", finalStream, finalStep, "Waits for COMPLETE or CANCELLED"),
    stepNote("start", shipmentStream, shipmentStep, "Waits for shipments"),
    stepNote("start", updateStream, updateStep, "Waits for changes"),
  ];
  return {
    messages: [sent.message],
    streams: {
      ...atState(order.streams, createStream, created, acceptStep),
      ...(code === "27" ? {} : waiting),
    },
    // What has happened to the order in the meantime is dealt with right away.
    stepAt: code === "27" ? null : at,
    responseOwedSince: null,
    despatchOwedSince: code === "27" ? null : order.createdAt,
    references: [sent.reference],
    notes: [
      stepNote("start", createStream, acceptStep, "Begins"),
      stepNote("finish", createStream, acceptStep, `Response ${sent.controlReference}: ${answers[code]}`),
      ...(code === "27" ? [] : starts),
    ],
  };
}
