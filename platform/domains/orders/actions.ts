import { z } from "zod";
import type { ActionTargetKind } from "#platform/domains/actions/target.ts";
import { findOrder, saveMovedOrder } from "./repository.ts";
import { availableActions, performAction, readDocument, ruleFor } from "./rules.ts";
import { withParcel } from "./steps.ts";

const mailedCustomer = z.looseObject({ email: z.string().min(1) });

/**
 * Actions on orders (orders#actions): `rules.ts` defines which are offered. The platform's own steps perform what an
 * action leads to; only the mail provider is called for the action itself.
 */
export const orderTargets: ActionTargetKind = {
  async find(database, id, forUpdate) {
    const found = await findOrder(database, id, forUpdate);
    if (!found) return undefined;
    const { order, store } = found;
    return {
      storeName: store.name,
      permission: "orders.act",
      offers: (value) => {
        const action = availableActions(order).find((offered) => offered.value === value);
        return action && { inputType: action.config?.inputType ?? undefined };
      },
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
  },
};
