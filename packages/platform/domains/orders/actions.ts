import { z } from "zod";
import type { OrderStatusCode } from "#contract/orders.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { FindTarget } from "#platform/domains/actions/repository.ts";
import { platformName } from "#platform/domains/history.ts";
import { findOrder, saveMovedOrder } from "./repository.ts";
import {
  availableActions,
  type Effect,
  type MovingOrder,
  performAction,
  platformMoves,
  readDocument,
  ruleFor,
  stepAfterCancelling,
} from "./rules.ts";
import { isSubmitted, withParcel } from "./steps.ts";

/** The statuses in which nothing can be changed or cancelled any more. */
const ended: readonly OrderStatusCode[] = ["COMPLETE", "INVALID", "REJECTED_FRAUD"];

/** The statuses of an order in AP21: a change goes there first. */
const atAp21 = [platformMoves.changedAtAp21, platformMoves.changedAtWarehouse];

/** Whether a partner's change comes too late: the order is finished, partly sent, or requested from the warehouse. */
export const isClosedToPartner = (order: MovingOrder): boolean =>
  ended.some((status) => status === order.status) ||
  (readDocument(order.document).shipments ?? []).length > 0 ||
  order.parcel !== null;

/**
 * An order after a partner's change message: with other lines, or cancelled. AP21 gets the change where it has the
 * order. Undefined where it comes too late: then the order stays unchanged.
 */
export function changedByPartner(
  order: MovingOrder,
  isCancelled: boolean,
  change: JsonObject,
  documentIdentifier: string,
  at: Date,
): Effect | undefined {
  if (isClosedToPartner(order)) return undefined;
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

const mailedCustomer = z.looseObject({ email: z.string().min(1) });

/**
 * Actions on orders (orders#actions): `rules.ts` defines which are offered. The platform's own steps perform what an
 * action leads to; only the mail provider is called for the action itself.
 */
export const findOrderTarget: FindTarget = async (database, id, forUpdate) => {
  const found = await findOrder(database, id, forUpdate);
  if (!found) return undefined;
  const { order, store } = found;
  return {
    storeName: store.name,
    permission: "orders.act",
    offered: availableActions(order),
    request: ({ id: reference, action, payload }) => {
      if (ruleFor(action).trace !== "OrderConfirmationEmailSent") return undefined;
      const { customer, sourceId } = readDocument(order.document);
      const parsed = mailedCustomer.safeParse(JSON.parse(payload));
      const to = parsed.success ? parsed.data.email : (customer?.email ?? "");
      return async ({ mail }) => ({
        meta: { ...(await mail({ reference, to, orderNumber: sourceId ?? id })), email: to },
      });
    },
    perform: async (transaction, { action, payload, submittedBy: user }, reply) => {
      const rule = ruleFor(action);
      const at = new Date();
      const meta = reply?.meta;
      const effect = performAction(rule, order, { payload, user, at, ...(meta ? { meta } : {}) });
      const moved = rule.ships ? withParcel(effect.order, rule.ships, at) : effect.order;
      await saveMovedOrder(transaction, order, { ...effect, order: moved }, at);
      return `Performed: ${rule.text}`;
    },
  };
};
