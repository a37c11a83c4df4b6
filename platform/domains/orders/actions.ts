import { z } from "zod";
import type { JsonObject } from "#platform/database/schema/json.ts";
import type { ActionTargetKind, StoredActionEvent } from "#platform/domains/actions/target.ts";
import { addOrderDocket } from "#platform/domains/shipments/repository.ts";
import type { Outside } from "#platform/outside/outside.ts";
import type { Despatch } from "#platform/outside/warehouse.ts";
import { findOrder, saveMovedOrder } from "./repository.ts";
import { availableActions, type MovingOrder, offeredRule, performAction, readDocument } from "./rules.ts";
import { despatched } from "./steps.ts";

const mailedCustomer = z.looseObject({ email: z.string().min(1) });

/** Sends the confirmation again; returns what the history says of it. */
async function confirmAgain({ mail }: Outside, order: MovingOrder, event: StoredActionEvent) {
  const { customer, sourceId } = readDocument(order.document);
  const asked = mailedCustomer.safeParse(JSON.parse(event.payload));
  const to = asked.success ? asked.data.email : (customer?.email ?? "");
  const reply = await mail({ reference: event.id, to, orderNumber: sourceId ?? event.target });
  return { ...reply, email: to } satisfies JsonObject;
}

/** Has the warehouse send something of an order; the same event asked twice is the same parcel. */
const sendParcel = (
  { warehouse }: Outside,
  order: MovingOrder,
  event: StoredActionEvent,
): Promise<Despatch> =>
  warehouse({ reference: event.id, orderNumber: readDocument(order.document).sourceId ?? event.target });

/** Actions on orders (orders#actions): `rules.ts` says which are offered; the platform's own steps come afterwards. */
export const orderTargets: ActionTargetKind = {
  async find(database, id) {
    const found = await findOrder(database, id);
    if (!found) return undefined;
    const actions = availableActions(found.order);
    return {
      storeName: found.store.name,
      deed: "orders.act",
      offers: (value) => {
        const action = actions.find((offered) => offered.value === value);
        return action && { inputType: action.config?.inputType ?? undefined };
      },
    };
  },

  async perform(database, outside, event, settle) {
    const before = await findOrder(database, event.target);
    const asked = before && offeredRule(before.order, event.action);
    const meta =
      before && asked?.trace === "OrderConfirmationEmailSent"
        ? await confirmAgain(outside, before.order, event)
        : undefined;
    const despatch = before && asked?.ships ? await sendParcel(outside, before.order, event) : undefined;
    await settle(async (transaction) => {
      const found = await findOrder(transaction, event.target, true);
      if (!found) return "Not performed: the order no longer exists";
      const rule = offeredRule(found.order, event.action);
      if (!rule) return "Not performed: the order no longer offers this action";
      const at = new Date();
      const { payload, submittedBy: user } = event;
      const performed = performAction(rule, found.order, { payload, user, at, ...(meta ? { meta } : {}) });
      if (rule.ships && !despatch) return "Not performed: the warehouse was not asked";
      const shipped = despatch && rule.ships && despatched(found.order, despatch, at, rule.ships);
      // Who asked for the parcel stands in the history beside what the warehouse said.
      const effect = shipped
        ? { order: shipped.effect.order, notes: [...performed.notes, ...shipped.effect.notes] }
        : performed;
      await saveMovedOrder(transaction, found.order, effect, at);
      if (shipped && despatch) {
        const orderNumber = readDocument(found.order.document).sourceId ?? found.order.id;
        const docket = { number: despatch.docketNumber, orderNumber, saleDate: at };
        await addOrderDocket(transaction, found.store.id, docket, { lineItems: shipped.sent });
      }
      return `Performed: ${rule.text}`;
    });
  },
};
