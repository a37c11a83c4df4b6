import type { OrderStatusCode } from "#contract/orders.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { platformName } from "#platform/domains/history.ts";
import { type Effect, type MovingOrder, readDocument } from "./rules.ts";

/** The statuses in which nothing can be changed or called off any more. */
const ended: readonly OrderStatusCode[] = ["COMPLETE", "INVALID", "REJECTED_FRAUD"];

/**
 * An order after a partner's change message: with other lines, or with none at all. Undefined when the order is at its
 * end or something of it was sent: then it stays as it is.
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
  if (isEnded || isPartlySent) return undefined;
  const source = documentIdentifier ? ` (change message ${documentIdentifier})` : "";
  const meta = { user: platformName, changedAt: at.toISOString() };
  if (isCancelled) {
    return {
      order: { ...order, status: "INVALID", stepAt: null },
      notes: [{ action: "OrderCancelled", message: `The partner cancelled the order${source}`, meta }],
    };
  }
  return {
    order: { ...order, document: { ...order.document, ...change } },
    notes: [{ action: "OrderChanged", message: `The partner changed the order${source}`, meta }],
  };
}
