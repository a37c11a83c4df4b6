import { randomUUID } from "node:crypto";
import { type MessageDocument, referencesIn } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredOrderLine, StoredUpdateRecord } from "#platform/database/schema/ediStored.ts";
import { interchangeReference } from "#platform/domains/edi/documents/references.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { ediNote } from "#platform/domains/edi/documents/streams.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { findWaiting, type StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { changedByPartner } from "#platform/domains/orders/partnerChange.ts";
import { findOrder, saveMovedOrder } from "#platform/domains/orders/repository.ts";
import { refusedLabel } from "./answer.ts";
import { askedLines, cancellation } from "./askedLines.ts";
import { changedLines } from "./changedLines.ts";
import { withArticles } from "./lines.ts";
import { orderMessage } from "./message.ts";
import {
  findLater,
  lockWithLines,
  readOrderMessages,
  saveEdiOrder,
  type WholeEdiOrder,
} from "./repository.ts";
import { findNumbered, isLiving, isOver, type Twin } from "./twins.ts";
import { lineItemsOf, totalOf } from "./utopiaOrder.ts";

export type Changed =
  | { kind: "changed"; id: string; documentIdentifier: string }
  | { kind: "uncertain"; words: string };

const candidate = ({ id, utopiaOrderNumber, state }: Twin): string =>
  `${utopiaOrderNumber ? `${utopiaOrderNumber}, ` : ""}document ${id} (${state})`;

/**
 * The document that a change of an order number is meant for: the only one with a living order, or the only one with an
 * order that is at its end. Words where that is not certain.
 */
function meantBy(number: string, numbered: readonly Twin[]): Twin | string {
  const living = numbered.filter(isLiving);
  const [only] = living;
  if (only && living.length === 1) return only;
  const made = numbered.filter(({ orderId }) => orderId !== null);
  const [last] = made;
  const isRestOver = numbered.every((twin) => twin.orderId !== null || isOver(twin));
  if (living.length === 0 && last && made.length === 1 && isRestOver) return last;
  const which = living.length > 1 ? "several of them have an order" : "none of them has an order";
  const words =
    numbered.length === 1
      ? "it has no order that could be changed"
      : `which one is meant is not certain: ${which}`;
  return `A change of '${number}' was not applied, since ${words}. ${numbered.map(candidate).join("; ")}`;
}

function recordOf(
  label: string,
  summary: { documentIdentifier: string },
  lines: readonly StoredOrderLine[],
  at: Date,
) {
  const record: StoredUpdateRecord = {
    id: randomUUID(),
    created_at: at.toISOString(),
    message_label: label,
    tags: ["partner", summary.documentIdentifier || "without identifier"].map((tag) => storable(tag)),
    order_update_message: {
      lines: lines.map(({ number, ordered, accepted }) => ({ number, ordered, accepted })),
    },
  };
  return record;
}

const isOf =
  (interchangeId: string, reference: string) =>
  (one: WholeEdiOrder["messages"][number]): boolean =>
    one.list === "OrderChangeRequests" &&
    one.interchangeId === interchangeId &&
    headed(one.message).reference === reference;

/** The document that a message changed when it was processed before. */
async function appliedBefore(
  transaction: Database,
  numbered: readonly Twin[],
  interchangeId: string,
  reference: string,
): Promise<Changed | undefined> {
  for (const { id, documentIdentifier } of numbered) {
    const changes = await readOrderMessages(transaction, id, "OrderChangeRequests");
    if (changes.some(isOf(interchangeId, reference))) return { kind: "changed", id, documentIdentifier };
  }
  return undefined;
}

/** There is no such order: it never came, or the interchange that brings it waits for a person (edi#sequence). */
async function unknownOrder(
  transaction: Database,
  interchange: StoredInterchange,
  number: string,
): Promise<Changed> {
  const waiting = await findWaiting(transaction, interchange, number);
  const words = waiting
    ? `A change of '${number}' was not applied: the order is in the interchange ${waiting.controlReference} (${waiting.state}). Process that one first, then this one`
    : `The partner sent no order '${number}' that could be changed`;
  return { kind: "uncertain", words };
}

/**
 * Applies an ORDCHG message to the order that it names (RFF+ON): to the order document, and to the Utopia order
 * as long as nothing of it was sent. The response follows from the order's own streams.
 */
export async function changeEdiOrder(
  transaction: Database,
  interchange: StoredInterchange,
  document: MessageDocument,
  at: Date,
): Promise<Changed> {
  const summary = headed(document);
  const named = referencesIn(document).find(({ qualifier }) => qualifier === "ON")?.identifier ?? "";
  const documentIdentifier = storable(named, 100);
  const numbered = await findNumbered(transaction, { partner: interchange.sender, documentIdentifier });
  const earlier = await appliedBefore(transaction, numbered, interchange.id, summary.reference);
  if (earlier) return earlier;
  if (numbered.length === 0) return unknownOrder(transaction, interchange, documentIdentifier);
  const known = meantBy(named, numbered);
  if (typeof known === "string") return { kind: "uncertain", words: known };
  const later = await findLater(transaction, known.id, interchange.position);
  if (later) {
    const words = `A change of '${named}' was not applied: what the partner sent later, in ${later.controlReference}, was processed before it. Compare the two, and close this one`;
    return { kind: "uncertain", words };
  }
  const behind = known.orderId === null ? undefined : await findOrder(transaction, known.orderId, true);
  const order = await lockWithLines(transaction, known.id);
  if (!order) throw new Error(`The order document ${known.id} is gone`);
  const changedKind = {
    kind: "changed",
    id: order.id,
    documentIdentifier: order.documentIdentifier,
  } as const;
  const asked = askedLines(document);
  const found = await withArticles(transaction, order.storeId, asked);
  const resolved = found.map((line, index) => ({ ...line, action: asked[index]?.action ?? "" }));
  const changed = changedLines(order.lines, resolved);
  const isCancelled =
    summary.messageFunction === cancellation || changed.every(({ accepted }) => accepted === 0);
  const lines = isCancelled ? order.lines.map((line) => ({ ...line, ordered: 0, accepted: 0 })) : changed;
  const change = { lineItems: lineItemsOf(lines), amountPaid: totalOf(lines) };
  const effect =
    behind && changedByPartner(behind.order, isCancelled, change, summary.documentIdentifier, at);
  const isTooLate = behind !== undefined && effect === undefined;
  // What a cancellation leads to is the order system's last word on the order, which follows.
  const records = isTooLate
    ? [recordOf(refusedLabel, summary, order.lines, at)]
    : isCancelled
      ? []
      : [recordOf("CHANGED", summary, lines, at)];
  const what = isCancelled
    ? "cancels the order"
    : `changes ${asked.length === 1 ? "1 line" : `${asked.length} lines`}`;
  const title = `Order change ${summary.documentIdentifier || interchange.controlReference}`;
  await saveEdiOrder(
    transaction,
    order,
    {
      ...(isTooLate ? {} : { lines }),
      messages: [orderMessage(interchange.id, document)],
      updateRecords: [...order.updateRecords, ...records],
      stepAt: at,
      references: [interchangeReference("interchange:ordchg", title, interchange.id, at)],
      notes: [
        ediNote("order:change-requested", `${title} ${what}`),
        ...(isTooLate
          ? [ediNote("order:change-too-late", "The order was sent or ended before: it stays as it is")]
          : []),
      ],
    },
    at,
  );
  if (behind && effect) await saveMovedOrder(transaction, behind.order, effect, at);
  return changedKind;
}
