import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type {
  StoredEdiReference,
  StoredOrderLine,
  StoredOrderMessage,
  StoredStreams,
  StoredUpdateRecord,
} from "#platform/database/schema/ediStored.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { nextPackageSerials } from "#platform/domains/edi/documents/counters.ts";
import {
  atState,
  type EdiNote,
  ediNote,
  isRunning,
  stepNote,
} from "#platform/domains/edi/documents/streams.ts";
import { preparedAt } from "#platform/domains/edi/interchanges/outbound.ts";
import { termsOf } from "#platform/domains/edi/partners/repository.ts";
import { levelCodeOf, readDocument } from "#platform/domains/orders/rules.ts";
import { createUtopiaOrder, sendAccepted } from "./creation.ts";
import { cartonsOf, despatchMessage, type PackedLine, packageCount } from "./despatch.ts";
import { sendToPartner } from "./outgoing.ts";
import {
  createStep,
  createStream,
  type EdiOrderChange,
  finalStream,
  findEdiOrder,
  followingStreams,
  type PreparedStep,
  readWholeEdiOrder,
  saveEdiOrder,
  shipmentStream,
  type WholeEdiOrder,
} from "./repository.ts";
import { answerTo, nextResponseNumber, type ResponseCode, responseMessage } from "./response.ts";

type FollowedOrder = { id: string; status: string; document: JsonObject };

const [, shipmentsStream, updatesStream] = followingStreams;

const cancelledStatuses = ["INVALID", "REJECTED_FRAUD"];

const finalLabels = ["COMPLETE", "CANCELLED"];
const isFinal = ({ message_label }: StoredUpdateRecord) => finalLabels.includes(message_label);

/** The order system's last word on an order in this status; undefined while more can come. */
export const finalLabelOf = (status: string): "COMPLETE" | "CANCELLED" | undefined =>
  status === "COMPLETE" ? "COMPLETE" : cancelledStatuses.includes(status) ? "CANCELLED" : undefined;

type Shipment = NonNullable<ReturnType<typeof readDocument>["shipments"]>[number];

const shipmentsIn = (followed: FollowedOrder): Shipment[] => readDocument(followed.document).shipments ?? [];

function unitsIn(shipment: Shipment): Map<string, number> {
  const units = new Map<string, number>();
  for (const content of shipment.contents ?? []) {
    const code = levelCodeOf(content);
    const count = Number(content.quantity);
    if (Number.isFinite(count) && count > 0) units.set(code, (units.get(code) ?? 0) + count);
  }
  return units;
}

/** Units sent per line, by its place: several lines may have one number. */
type Sent = Map<number, number>;

/** Shares the units of a shipment among the partner's lines with an open quantity of that article. */
function packedLines(lines: readonly StoredOrderLine[], sent: Sent, shipment: Shipment): PackedLine[] {
  const units = unitsIn(shipment);
  return lines.flatMap((line, place) => {
    const available = line.levelCode === null ? 0 : (units.get(line.levelCode) ?? 0);
    const open = line.accepted - (sent.get(place) ?? 0);
    const quantity = Math.min(available, open);
    if (line.levelCode === null || quantity <= 0) return [];
    units.set(line.levelCode, available - quantity);
    sent.set(place, (sent.get(place) ?? 0) + quantity);
    return [{ line, quantity }];
  });
}

/** An order document's new state while its Utopia order is followed. */
type Draft = {
  order: WholeEdiOrder;
  messages: StoredOrderMessage[];
  references: StoredEdiReference[];
  notes: EdiNote[];
  records: StoredUpdateRecord[];
  lines: StoredOrderLine[];
};

/** Sends the partner a message about an order, of which a note follows these words. */
async function tell(
  transaction: Database,
  draft: Draft,
  sending: Parameters<typeof sendToPartner>[2],
  [action, words, { stream, step }]: readonly [string, string, (typeof followingStreams)[number]],
  at: Date,
): Promise<void> {
  const sent = await sendToPartner(transaction, draft.order, sending, at);
  draft.messages.push(sent.message);
  draft.references.push(sent.reference);
  draft.notes.push(ediNote(action, `${words} ${sent.controlReference}`, { stream, step }));
}

/** Creates a despatch advice for each shipment without one. Returns the units sent of each line. */
async function tellShipments(transaction: Database, draft: Draft, followed: FollowedOrder, at: Date) {
  const { order } = draft;
  const sent: Sent = new Map();
  for (const [index, shipment] of shipmentsIn(followed).entries()) {
    const packed = packedLines(draft.lines, sent, shipment);
    if (index < order.shipmentsTold || packed.length === 0) continue;
    const cartons = cartonsOf(packed);
    const number = index + 1;
    const serial = await nextPackageSerials(transaction, packageCount(cartons));
    const despatched = new Date(String(shipment.despatchDate));
    const terms = await termsOf(transaction, order.partner);
    await tell(
      transaction,
      draft,
      {
        cause: `${order.id}/desadv/${number}`,
        type: "interchange:desadv",
        title: "Shipment Despatch Advice",
        build: (prepared, content, directory) =>
          despatchMessage(
            order.documentIdentifier,
            content,
            {
              identifier: `DA-${order.utopiaOrderNumber}-${number}`,
              preparedAt: prepared,
              despatchedAt: Number.isNaN(despatched.getTime()) ? prepared : preparedAt(despatched, terms),
              carrier: shipment.carrierName ?? "",
              conNote: shipment.conNote ?? "",
              cartons,
              serial,
            },
            directory,
          ),
      },
      ["order:shipment-notified", `Shipment ${number}: despatch advice`, shipmentsStream],
      at,
    );
  }
  return sent;
}

/** The order system's final update record, complete or cancelled: there is one. */
function finalRecord(draft: Draft, followed: FollowedOrder, sent: Sent, at: Date) {
  if (draft.records.some(isFinal)) return;
  const label = finalLabelOf(followed.status);
  if (!label) return;
  const left = (place: number) => sent.get(place) ?? 0;
  const short = draft.lines.filter(({ accepted }, place) => left(place) < accepted);
  draft.records.push({
    id: randomUUID(),
    created_at: at.toISOString(),
    message_label: label,
    tags: ["final", ...(short.length > 0 && label === "COMPLETE" ? ["short"] : [])],
    order_update_message: {
      orderId: followed.id,
      status: followed.status,
      lines: draft.lines.map(({ number, ordered, accepted }, place) => ({
        number,
        ordered,
        accepted,
        shipped: left(place),
      })),
    },
  });
  draft.lines = draft.lines.map((line, place) => ({
    ...line,
    accepted: Math.min(line.accepted, left(place)),
  }));
}

/** The response to an update record; undefined for one without consequences for the partner. */
function codeOf(record: StoredUpdateRecord, lines: readonly StoredOrderLine[]): ResponseCode | undefined {
  if (record.message_label === "CANCELLED") return lines.some(({ accepted }) => accepted > 0) ? "4" : "27";
  return record.message_label === "COMPLETE" && !record.tags.includes("short") ? undefined : "4";
}

async function tellUpdates(transaction: Database, draft: Draft, at: Date): Promise<void> {
  const { order } = draft;
  for (const [index, record] of draft.records.entries()) {
    const code = index < order.updatesTold ? undefined : codeOf(record, draft.lines);
    if (!code) continue;
    const identifier = await nextResponseNumber(transaction, order);
    await tell(
      transaction,
      draft,
      {
        cause: `${order.id}/ordrsp+update/${record.id}`,
        type: "interchange:ordrsp+update",
        title: "Order Response (Update/Cancellation)",
        build: (prepared, content, directory) =>
          responseMessage(
            { ...order, lines: draft.lines },
            content,
            { identifier, code, preparedAt: prepared, ...answerTo(order, record, draft) },
            directory,
          ),
      },
      ["order:change-notified", `${record.message_label}: response`, updatesStream],
      at,
    );
  }
}

function endedStreams(order: WholeEdiOrder, draft: Draft): StoredStreams {
  const last = draft.records.find(isFinal);
  if (!last) return order.streams;
  let streams = order.streams;
  for (const { stream, step, ends } of followingStreams) {
    if (streams[stream]?.state === "completed") continue;
    streams = atState(streams, stream, "completed", step);
    draft.notes.push(stepNote("finish", stream, step, ends(last.message_label)));
  }
  return streams;
}

/** A despatch advice for each new shipment, a response for each change, and the end of the waiting streams. */
async function followUtopiaOrder(
  transaction: Database,
  order: WholeEdiOrder,
  followed: FollowedOrder,
  at: Date,
): Promise<EdiOrderChange> {
  const draft: Draft = {
    order,
    messages: [],
    references: [],
    notes: [],
    records: [...order.updateRecords],
    lines: order.lines,
  };
  const sent = await tellShipments(transaction, draft, followed, at);
  finalRecord(draft, followed, sent, at);
  await tellUpdates(transaction, draft, at);
  const streams = endedStreams(order, draft);
  return {
    streams,
    stepAt: null,
    despatchOwedSince: streams[shipmentStream]?.state === "completed" ? null : order.despatchOwedSince,
    // Unchanged fields are not written again: they may be long.
    ...(draft.lines !== order.lines && { lines: draft.lines }),
    ...(draft.records.length > order.updateRecords.length && { updateRecords: draft.records }),
    messages: draft.messages,
    shipmentsTold: Math.max(order.shipmentsTold, shipmentsIn(followed).length),
    updatesTold: draft.records.length,
    references: draft.references,
    notes: draft.notes,
  };
}

/** Replaces the Utopia order of a test: nothing of it is ever shipped. */
const orderOfTest = ({ id, lines }: WholeEdiOrder): FollowedOrder => ({
  id,
  status: lines.every(({ ordered }) => ordered === 0) ? "INVALID" : "PROCESSING",
  document: {},
});

async function prepared(database: Database, order: WholeEdiOrder, at: Date): Promise<PreparedStep> {
  const { state = "", step } = order.streams[createStream] ?? {};
  if (isRunning(state)) {
    return step === createStep
      ? createUtopiaOrder(database, order, at)
      : (transaction) => sendAccepted(transaction, order, at);
  }
  if (!order.streams[finalStream]) return async () => ({ stepAt: null });
  if (order.orderId === null) {
    return order.isTest
      ? (transaction) => followUtopiaOrder(transaction, order, orderOfTest(order), at)
      : async () => ({ stepAt: null });
  }
  const [followed] = await database
    .select({ id: orders.id, status: orders.status, document: orders.document })
    .from(orders)
    .where(eq(orders.id, order.orderId));
  if (!followed) throw new Error(`The Utopia order ${order.orderId} is gone`);
  return (transaction) => followUtopiaOrder(transaction, order, followed, at);
}

/**
 * Takes the next step of an order document that is due `at` this time, with everything that follows from it, in one
 * transaction; returns whether there was one. Its inputs are read before, since a long order takes a while: the step is
 * taken only from the state that was read, and retried with the next call otherwise.
 */
async function takeOrderStep(database: Database, id: string, at: Date): Promise<boolean> {
  const order = await readWholeEdiOrder(database, id, at);
  if (!order) return false;
  const step = await prepared(database, order, at);
  return database.transaction(async (transaction) => {
    const found = await findEdiOrder(transaction, id, true);
    if (found?.revision !== order.revision) return true;
    await saveEdiOrder(transaction, found, { attempts: 0, ...(await step(transaction)) }, at);
    return true;
  });
}

// More steps than a document has at one moment.
const stepsAtOnce = 12;

export async function takeOrderSteps(database: Database, id: string, at: Date): Promise<void> {
  for (let taken = 0; taken < stepsAtOnce && (await takeOrderStep(database, id, at)); ) taken += 1;
}
