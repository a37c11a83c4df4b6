import type { OrderStatusCode } from "#contract/orders.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { platformName } from "#platform/domains/history.ts";
import { type Effect, type MovingOrder, platformMoves, readDocument, stepAfterCancelling } from "./rules.ts";
import { isSubmitted } from "./steps.ts";

/** The statuses in which nothing can be changed or cancelled any more. */
const ended: readonly OrderStatusCode[] = ["COMPLETE", "INVALID", "REJECTED_FRAUD"];

/** The statuses of an order in AP21: a change goes there first. */
const atAp21 = [platformMoves.changedAtAp21, platformMoves.changedAtWarehouse];

/**
 * An order after a partner's change message: with other lines, or cancelled. AP21 gets the change where it has the
 * order. Undefined when the order is finished, partly sent, or requested from the warehouse: then it stays unchanged.
 */
export function changedByPartner(
  order: MovingOrder,
  isCancelled: boolean,
  change: JsonObject,
  documentIdentifier: string,
  at: Date,
): Effect | undefined {
  const isEnded = ended.some((status) => status === order.status);
  const isPartlySent = (readDocument(order.document).shipments ?? []).length > 0;
  if (isEnded || isPartlySent || order.parcel) return undefined;
  const source = documentIdentifier ? ` (change message ${documentIdentifier})` : "";
  const meta = { user: platformName, changedAt: at.toISOString() };
  if (isCancelled) {
    return {
      order: { ...order, status: "INVALID", stepAt: stepAfterCancelling(order, at) },
      notes: [{ action: "OrderCancelled", message: `The partner cancelled the order${source}`, meta }],
    };
  }
  const changed = { ...order, document: { ...order.document, ...change } };
  const move = isSubmitted(changed) ? undefined : atAp21.find(({ from }) => from === order.status);
  return {
    order: move ? { ...changed, status: move.to, stepAt: at } : changed,
    notes: [{ action: "OrderChanged", message: `The partner changed the order${source}`, meta }],
  };
}
