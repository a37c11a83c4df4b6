import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import { desadv, type Order, ordrsp, type Parcel, packageCount, type Since } from "#edi-orders/index.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type {
  StoredEdiReference,
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
import { storedLine } from "./facts.ts";
import { foldOf, type ReadEdiOrder, readEdiOrder } from "./folded.ts";
import { createUtopiaOrder, nextResponseNumber, sendAccepted } from "./opening.ts";
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

type FollowedOrder = { id: string; status: string; document: JsonObject };

const [, shipmentsStream, updatesStream] = followingStreams;

const cancelledStatuses = ["INVALID", "REJECTED_FRAUD"];

const finalLabels = ["COMPLETE", "CANCELLED"] as const;
const isFinal = ({ message_label }: StoredUpdateRecord) =>
  finalLabels.some((label) => label === message_label);

/** The order system's last word on an order in this status; undefined while more can come. */
export const finalLabelOf = (status: string): "COMPLETE" | "CANCELLED" | undefined =>
  status === "COMPLETE" ? "COMPLETE" : cancelledStatuses.includes(status) ? "CANCELLED" : undefined;

type Shipment = NonNullable<ReturnType<typeof readDocument>["shipments"]>[number];

const shipmentsIn = (followed: FollowedOrder): Shipment[] => readDocument(followed.document).shipments ?? [];

/** What a shipment holds, by article. */
export function parcelOf(shipment: Shipment): Parcel {
  const units = new Map<string, number>();
  for (const content of shipment.contents ?? []) {
    const code = levelCodeOf(content);
    const count = Number(content.quantity);
    if (Number.isFinite(count) && count > 0) units.set(code, (units.get(code) ?? 0) + count);
  }
  return units;
}

/** What the partner is told while an order's Utopia order is followed. */
type Draft = {
  document: WholeEdiOrder;
  order: Order;
  messages: StoredOrderMessage[];
  references: StoredEdiReference[];
  notes: EdiNote[];
  records: StoredUpdateRecord[];
};

/** Sends the partner a message about an order, of which a note follows these words. */
async function tell(
  transaction: Database,
  draft: Draft,
  sending: Parameters<typeof sendToPartner>[2],
  [action, words, { stream, step }]: readonly [string, string, (typeof followingStreams)[number]],
  at: Date,
): Promise<void> {
  const sent = await sendToPartner(transaction, draft.document, sending, at);
  draft.messages.push(sent.message);
  draft.references.push(sent.reference);
  draft.notes.push(ediNote(action, `${words} ${sent.controlReference}`, { stream, step }));
}

/** Creates a despatch advice for each shipment without one. */
async function tellShipments(transaction: Database, draft: Draft, followed: FollowedOrder, at: Date) {
  const { document, order } = draft;
  for (const [parcel, shipment] of shipmentsIn(followed).entries()) {
    const packages = packageCount(order, parcel);
    if (parcel < document.shipmentsTold || packages === 0) continue;
    const number = parcel + 1;
    const serial = await nextPackageSerials(transaction, packages);
    const despatched = new Date(String(shipment.despatchDate));
    const terms = await termsOf(transaction, document.partner);
    await tell(
      transaction,
      draft,
      {
        cause: `${document.id}/desadv/${number}`,
        type: "interchange:desadv",
        title: "Shipment Despatch Advice",
        build: (prepared, directory) =>
          desadv(order, parcel, {
            identifier: `DA-${document.utopiaOrderNumber}-${number}`,
            preparedAt: prepared,
            despatchedAt: Number.isNaN(despatched.getTime()) ? prepared : preparedAt(despatched, terms),
            carrier: shipment.carrierName ?? "",
            conNote: shipment.conNote ?? "",
            serial,
            directory,
          }),
      },
      ["order:shipment-notified", `Shipment ${number}: despatch advice`, shipmentsStream],
      at,
    );
  }
}

/** The order system's final update record, complete or cancelled; `order` is as it was promised until then. */
function finalRecord(
  { lines }: Order,
  label: NonNullable<Order["end"]>,
  followed: FollowedOrder,
  at: Date,
): StoredUpdateRecord {
  const isShort = lines.some(({ promised, shipped }) => shipped < promised.quantity);
  return {
    id: randomUUID(),
    created_at: at.toISOString(),
    message_label: label,
    tags: ["final", ...(isShort && label === "COMPLETE" ? ["short"] : [])],
    order_update_message: {
      orderId: followed.id,
      status: followed.status,
      lines: lines.map(({ asked: { number, quantity }, promised, shipped }) => ({
        number,
        ...{ ordered: quantity, accepted: promised.quantity, shipped },
      })),
    },
  };
}

/** Whether the partner gets a response to an update record. */
const isAnswered = ({ message_label, tags }: StoredUpdateRecord): boolean =>
  message_label !== "COMPLETE" || tags.includes("short");

/** What an update record is about; the latest change for one from before records named their messages. */
function sinceOf(record: StoredUpdateRecord, { changes }: Order): Since {
  if (isFinal(record)) return "end";
  const { message } = record.order_update_message;
  return { change: message ?? changes.at(-1)?.message.id ?? "" };
}

async function tellUpdates(transaction: Database, draft: Draft, at: Date): Promise<void> {
  const { document, order } = draft;
  for (const record of draft.records.slice(document.updatesTold).filter(isAnswered)) {
    const identifier = await nextResponseNumber(transaction, document);
    await tell(
      transaction,
      draft,
      {
        cause: `${document.id}/ordrsp+update/${record.id}`,
        type: "interchange:ordrsp+update",
        title: "Order Response (Update/Cancellation)",
        build: (prepared, directory) =>
          ordrsp(order, sinceOf(record, order), { identifier, preparedAt: prepared, directory }),
      },
      ["order:change-notified", `${record.message_label}: response`, updatesStream],
      at,
    );
  }
}

function endedStreams({ document, ...draft }: Draft): StoredStreams {
  const last = draft.records.find(isFinal);
  if (!last) return document.streams;
  let streams = document.streams;
  for (const { stream, step, ends } of followingStreams) {
    if (streams[stream]?.state === "completed") continue;
    streams = atState(streams, stream, "completed", step);
    draft.notes.push(stepNote("finish", stream, step, ends(last.message_label)));
  }
  return streams;
}

/** The end of an order: as it was recorded, or as its Utopia order says now. */
function endOf({ updateRecords }: WholeEdiOrder, { status }: FollowedOrder): Order["end"] {
  const recorded = updateRecords.find(isFinal)?.message_label;
  return finalLabels.find((label) => label === recorded) ?? finalLabelOf(status);
}

/** A despatch advice for each new shipment, a response for each change, and the end of the waiting streams. */
async function followUtopiaOrder(
  transaction: Database,
  document: WholeEdiOrder,
  read: ReadEdiOrder,
  followed: FollowedOrder,
  at: Date,
): Promise<EdiOrderChange> {
  const parcels = shipmentsIn(followed).map(parcelOf);
  const end = endOf(document, followed);
  const isEnding = end !== undefined && !document.updateRecords.some(isFinal);
  const draft: Draft = {
    document,
    order: foldOf(read, { parcels, end }),
    ...{ messages: [], references: [], notes: [] },
    records: isEnding
      ? [...document.updateRecords, finalRecord(foldOf(read, { parcels }), end, followed, at)]
      : [...document.updateRecords],
  };
  await tellShipments(transaction, draft, followed, at);
  await tellUpdates(transaction, draft, at);
  const streams = endedStreams(draft);
  return {
    streams,
    stepAt: null,
    despatchOwedSince: streams[shipmentStream]?.state === "completed" ? null : document.despatchOwedSince,
    // Unchanged fields are not written again: they may be long.
    ...((isEnding || parcels.length > document.shipmentsTold) && {
      lines: draft.order.lines.map(storedLine),
    }),
    ...(isEnding && { updateRecords: draft.records }),
    judged: read.unstored,
    messages: draft.messages,
    shipmentsTold: Math.max(document.shipmentsTold, parcels.length),
    updatesTold: draft.records.length,
    references: draft.references,
    notes: draft.notes,
  };
}

/** Replaces the Utopia order of a test: nothing of it is ever shipped. */
const orderOfTest = ({ id }: WholeEdiOrder, read: ReadEdiOrder): FollowedOrder => ({
  id,
  status: foldOf(read).cancelledBy ? "INVALID" : "PROCESSING",
  document: {},
});

async function prepared(database: Database, document: WholeEdiOrder, at: Date): Promise<PreparedStep> {
  const { state = "", step } = document.streams[createStream] ?? {};
  if (!isRunning(state) && !document.streams[finalStream]) return async () => ({ stepAt: null });
  const read = await readEdiOrder(document);
  if (isRunning(state)) {
    return step === createStep
      ? createUtopiaOrder(database, document, read, at)
      : (transaction) => sendAccepted(transaction, document, read, at);
  }
  if (document.orderId === null) {
    return document.isTest
      ? (transaction) => followUtopiaOrder(transaction, document, read, orderOfTest(document, read), at)
      : async () => ({ stepAt: null });
  }
  const [followed] = await database
    .select({ id: orders.id, status: orders.status, document: orders.document })
    .from(orders)
    .where(eq(orders.id, document.orderId));
  if (!followed) throw new Error(`The Utopia order ${document.orderId} is gone`);
  return (transaction) => followUtopiaOrder(transaction, document, read, followed, at);
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
  for (let steps = 0; steps < stepsAtOnce && (await takeOrderStep(database, id, at)); ) steps += 1;
}
