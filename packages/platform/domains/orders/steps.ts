import { createHash } from "node:crypto";
import { readNumber } from "#contract/numbers.ts";
import type { OrderLine } from "#contract/orders.ts";
import type { StoredParcel } from "#platform/database/schema/columns.ts";
import { later, note, platformName } from "#platform/domains/history.ts";
import type { Ap21Reply, Ap21Submission, Despatch } from "#platform/outside/simulated.ts";
import {
  addressProblem,
  articleIn,
  deliveryAddress,
  type Effect,
  type MovingOrder,
  outstandingLines,
  platformMoves,
  readDocument,
} from "./rules.ts";

const minute = 60_000;

/** After this many busy answers in a row an order is a hard failure. */
export const retryLimit = 8;

// How long the warehouse takes to see a sales order, and to send it.
const releaseAfter = minute / 2;
const despatchAfter = 2 * minute;

const platformNote = (action: string, message: string) => note(action, message, { user: platformName });

/** Minutes until the next attempt after this many busy answers: 5, 10, 20 … and never more than a day. */
export const retryDelayMinutes = (retryCount: number): number =>
  Math.min(5 * 2 ** Math.max(0, retryCount - 1), 24 * 60);

export function retryDue(order: MovingOrder, at: Date): Effect {
  return {
    order: { ...order, status: platformMoves.retryIsDue.to, stepAt: at },
    notes: [platformNote("OrderRetried", `Automatic retry ${order.retryCount} of ${retryLimit}`)],
  };
}

/** Why an order cannot be sent to AP21; undefined when it can. */
export function validationFailure(order: MovingOrder): Effect | undefined {
  const problem = addressProblem(deliveryAddress(readDocument(order.document).addresses));
  if (!problem) return undefined;
  const move = problem === "postcode" ? platformMoves.postcodeIsWrong : platformMoves.addressIsIncomplete;
  const message =
    problem === "postcode"
      ? "The postcode does not lie in the state of the delivery address"
      : "The delivery address lacks a street, a suburb or a postcode";
  return {
    order: { ...order, status: move.to, stepAt: null },
    notes: [platformNote("OrderValidationFailed", message)],
  };
}

/** The same for equal JSON, whatever the order of its fields. */
const digestOf = (value: unknown): string =>
  createHash("sha256")
    .update(
      JSON.stringify(value, (_key, part: unknown) =>
        typeof part === "object" && part !== null && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
          : part,
      ),
    )
    .digest("hex")
    .slice(0, 16);

/** The part of an order for AP21: all of it but its parcels; nothing of a cancelled one. */
function contentOf({ status, document }: MovingOrder): unknown {
  const { shipments: _, ...content } = document;
  return status === "INVALID" ? null : content;
}

/** Whether the order's present content was submitted to AP21, or is claimed under its present reference. */
export const isSubmitted = (order: MovingOrder): boolean => order.submitted === digestOf(contentOf(order));

/** An order whose present content is claimed as its next submission, before AP21 is called. */
export const newSubmission = (order: MovingOrder): Effect => ({
  order: { ...order, submissions: order.submissions + 1, submitted: digestOf(contentOf(order)) },
  notes: [],
});

/**
 * An order's AP21 request. The reference depends on the content: it stays the same however often AP21 is busy and
 * whichever process calls, and changes once the content has changed or was refused.
 */
export const submissionOf = (
  order: MovingOrder,
  { storeName, orderNumber }: { storeName: string; orderNumber: string },
): Ap21Submission => ({
  reference: `${order.id}/${order.submissions}/${order.submitted}`,
  orderId: order.id,
  version: order.submissions,
  attempt: order.retryCount,
  kind: order.status === "INVALID" ? "withdrawal" : "order",
  storeName,
  orderNumber,
  lines: order.status === "INVALID" ? 0 : (readDocument(order.document).lineItems ?? []).length,
});

/** A cancelled order after AP21 removed it. Throws where it did not: nobody else would notice. */
export function withdrawn(order: MovingOrder, { kind, message }: Ap21Reply): Effect {
  if (kind !== "accepted") throw new Error(message);
  return { order: { ...order, stepAt: null }, notes: [platformNote("OrderWithdrawnFromAP21", message)] };
}

export function submitted(order: MovingOrder, { kind, message }: Ap21Reply, at: Date): Effect {
  if (kind === "accepted") {
    return {
      order: {
        ...order,
        status: platformMoves.ap21Accepted.to,
        retryCount: 0,
        stepAt: later(at, releaseAfter),
      },
      notes: [platformNote("OrderSubmittedToAP21", message)],
    };
  }
  const retryCount = kind === "busy" ? order.retryCount + 1 : order.retryCount;
  if (kind === "refused" || retryCount > retryLimit) {
    const words = kind === "refused" ? message : `${message}; no further automatic retry`;
    return {
      order: {
        ...order,
        status: platformMoves.ap21Refused.to,
        retryCount,
        stepAt: null,
        submitted: kind === "refused" ? null : order.submitted,
      },
      notes: [platformNote("OrderSubmissionFailed", words)],
    };
  }
  const minutes = retryDelayMinutes(retryCount);
  return {
    order: {
      ...order,
      status: platformMoves.ap21IsBusy.to,
      retryCount,
      stepAt: later(at, minutes * minute),
    },
    notes: [platformNote("OrderSubmissionDeferred", `${message}; next try in ${minutes} minutes`)],
  };
}

/** AP21 hands the order to the warehouse. */
export function released(order: MovingOrder, at: Date): Effect {
  return {
    order: { ...order, status: platformMoves.ap21Released.to, stepAt: later(at, despatchAfter) },
    notes: [platformNote("ShipmentRequested", "AP21 released the order to the warehouse (simulated)")],
  };
}

const contentsOf = (lines: readonly OrderLine[]) =>
  lines.map(({ levelCode, quantity }) => ({
    levelCode: levelCode ?? "",
    ...articleIn(levelCode),
    quantity: quantity ?? 0,
  }));

/** A part of an order's open lines: its first line, or half of its only one. */
function partOf(lines: readonly OrderLine[]): OrderLine[] {
  const [first] = lines;
  if (!first) return [];
  return lines.length > 1
    ? [first]
    : [{ ...first, quantity: Math.max(1, Math.floor((readNumber(first.quantity) ?? 0) / 2)) }];
}

/**
 * An order whose next parcel is claimed, before the warehouse is called: all its open lines, or a part of them. The
 * reference depends on the content, so that every caller requests the same parcel.
 */
export function withParcel(order: MovingOrder, how: StoredParcel["how"], at: Date): MovingOrder {
  const left = outstandingLines(order);
  const lines = how === "part" ? partOf(left) : left;
  const number = (readDocument(order.document).shipments ?? []).length + 1;
  const reference = `${order.id}/parcel-${number}/${digestOf(lines)}`;
  const resumeAt = order.stepAt?.toISOString() ?? null;
  return { ...order, stepAt: at, parcel: { reference, how, lines, resumeAt } };
}

/** An order after the warehouse sent the requested parcel; after a part the order keeps its status. */
export function despatched(order: MovingOrder, parcel: StoredParcel, despatch: Despatch, at: Date): Effect {
  const { carrierCode, carrierName, conNote, carrierUrl, message } = despatch;
  const shipment = {
    carrierCode,
    carrierName,
    conNote,
    carrierUrl,
    despatchDate: at.toISOString(),
    contents: contentsOf(parcel.lines),
  };
  const shipments = [...(readDocument(order.document).shipments ?? []), shipment];
  const isPart = parcel.how === "part";
  return {
    order: {
      ...order,
      status: isPart ? order.status : platformMoves.despatched.to,
      stepAt: isPart && parcel.resumeAt ? new Date(parcel.resumeAt) : null,
      document: { ...order.document, shipments },
      parcel: null,
    },
    notes: [platformNote(isPart ? "OrderPartlyShipped" : "OrderShipped", message)],
  };
}
