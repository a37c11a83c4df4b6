import type { OrderLine } from "#contract/orders.ts";
import { later, note, platformName } from "#platform/domains/history.ts";
import type { Ap21Reply } from "#platform/outside/ap21.ts";
import type { Despatch } from "#platform/outside/warehouse.ts";
import { addressProblem, deliveryAddress } from "./addresses.ts";
import { type Effect, type MovingOrder, outstandingLines, platformMoves, readDocument } from "./rules.ts";

const minute = 60_000;

/** After this many busy answers in a row an order is a hard failure. */
export const retryLimit = 8;

// How long the warehouse takes to see a sales order, and to send it.
const releaseAfter = minute / 2;
const despatchAfter = 2 * minute;

const platformNote = (action: string, message: string) => note(action, message, { user: platformName });

/** Minutes until the next try after so many busy answers: 5, 10, 20 … and never more than a day. */
export const retryDelayMinutes = (retryCount: number): number =>
  Math.min(5 * 2 ** Math.max(0, retryCount - 1), 24 * 60);

/** The automatic retry of a soft failure whose time has come. */
export function retryDue(order: MovingOrder, at: Date): Effect {
  return {
    order: { ...order, status: platformMoves.retryIsDue.to, stepAt: at },
    notes: [platformNote("OrderRetried", `Automatic retry ${order.retryCount} of ${retryLimit}`)],
  };
}

/** What stands in the way of sending an order to AP21 at all; undefined when nothing does. */
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

/** A submitted order after AP21's reply. */
export function submitted(order: MovingOrder, { kind, message }: Ap21Reply, at: Date): Effect {
  const sent = { ...order, submissions: order.submissions + 1 };
  if (kind === "accepted") {
    return {
      order: {
        ...sent,
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
      order: { ...sent, status: platformMoves.ap21Refused.to, retryCount, stepAt: null },
      notes: [platformNote("OrderSubmissionFailed", words)],
    };
  }
  const minutes = retryDelayMinutes(retryCount);
  return {
    order: {
      ...sent,
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

/** The articles of a parcel: a level code is style, colour and size. */
const contentsOf = (lines: readonly OrderLine[]) =>
  lines.map(({ levelCode, quantity }) => {
    const [productCode = "", colourCode = "", ...size] = (levelCode ?? "").split("_");
    return { productCode, colourCode, sizeCode: size.join("_"), quantity: quantity ?? 0 };
  });

/** A part of what is left of an order: its first line, or half of its only one. */
function partOf(lines: readonly OrderLine[]): OrderLine[] {
  const [first] = lines;
  if (!first) return [];
  return lines.length > 1
    ? [first]
    : [{ ...first, quantity: Math.max(1, Math.floor(Number(first.quantity) / 2)) }];
}

/** An order after the warehouse sent something of it, and the lines that were sent. */
export type Shipped = { effect: Effect; sent: OrderLine[] };

/** The warehouse sent what was left of the order in one parcel, or a part of it, which leaves the order where it is. */
export function despatched(
  order: MovingOrder,
  despatch: Despatch,
  at: Date,
  how: "rest" | "part" = "rest",
): Shipped {
  const { carrierCode, carrierName, conNote, carrierUrl, message } = despatch;
  const left = outstandingLines(order);
  const sent = how === "part" ? partOf(left) : left;
  const shipment = {
    carrierCode,
    carrierName,
    conNote,
    carrierUrl,
    despatchDate: at.toISOString(),
    contents: contentsOf(sent),
  };
  const shipments = [...(readDocument(order.document).shipments ?? []), shipment];
  const isPart = how === "part";
  const effect = {
    order: {
      ...order,
      status: isPart ? order.status : platformMoves.despatched.to,
      stepAt: isPart ? order.stepAt : null,
      document: { ...order.document, shipments },
    },
    notes: [platformNote(isPart ? "OrderPartlyShipped" : "OrderShipped", message)],
  };
  return { effect, sent };
}
