import { isDeepStrictEqual } from "node:util";
import type { Database } from "#platform/database/connect.ts";
import {
  findOrder,
  listDueOrders,
  postponeOrder,
  saveMovedOrder,
} from "#platform/domains/orders/repository.ts";
import { type Effect, platformMoves } from "#platform/domains/orders/rules.ts";
import {
  despatched,
  released,
  retryDue,
  submitted,
  validationFailure,
} from "#platform/domains/orders/steps.ts";
import { addOrderDocket } from "#platform/domains/shipments/repository.ts";
import type { Outside } from "#platform/outside/outside.ts";
import { advanceAll, afterAMinute, throwAll } from "./advanceAll.ts";

type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** A step that is decided, with what else it writes. */
type Step = { effect: Effect; write?: (transaction: Database) => Promise<void> };

// The most orders that one round takes up; the next round takes the others.
const ordersPerRound = 50;
// A due order has at most this many steps at one moment: a retry, and its submission.
const stepsAtOnce = 3;

const orderNumberOf = ({ order }: FoundOrder): string => {
  const { sourceId } = order.document;
  return typeof sourceId === "string" ? sourceId : order.id;
};

/** Asks the outside what comes next for an order; undefined for a status that has no next step. */
async function nextStep(outside: Outside, found: FoundOrder, at: Date): Promise<Step | undefined> {
  const { order, store } = found;
  const orderNumber = orderNumberOf(found);
  switch (order.status) {
    case platformMoves.retryIsDue.from:
      return { effect: retryDue(order, at) };
    case platformMoves.ap21Accepted.from: {
      const failure = validationFailure(order);
      if (failure) return { effect: failure };
      const reply = await outside.ap21({
        reference: `${order.id}/${order.submissions + 1}`,
        storeName: store.name,
        orderNumber,
        lines: Array.isArray(order.document.lineItems) ? order.document.lineItems.length : 0,
      });
      return { effect: submitted(order, reply, at) };
    }
    case platformMoves.ap21Released.from:
      return { effect: released(order, at) };
    case platformMoves.despatched.from: {
      const despatch = await outside.warehouse({
        reference: `${order.id}/${order.submissions}`,
        orderNumber,
      });
      const { effect, sent } = despatched(order, despatch, at);
      const docket = { number: despatch.docketNumber, orderNumber, saleDate: at };
      return {
        effect,
        write: (transaction) => addOrderDocket(transaction, store.id, docket, { lineItems: sent }),
      };
    }
    default:
      return undefined;
  }
}

/**
 * Takes one step, unless anything of the order has changed since it was decided: another process took it, or the
 * partner changed a line.
 */
async function takeStep(database: Database, before: FoundOrder, step: Step, at: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const now = await findOrder(transaction, before.order.id, true);
    if (!now || !isDeepStrictEqual(now.order, before.order)) return;
    await saveMovedOrder(transaction, now.order, step.effect, at);
    await step.write?.(transaction);
  });
}

/**
 * Takes every step of an order that is due `at` this time, each once, however many processes try.
 * The outside is asked before the transaction, under a reference that stays the same until its reply is kept.
 */
async function advanceOrder(database: Database, outside: Outside, id: string, at: Date): Promise<void> {
  for (let taken = 0; taken < stepsAtOnce; taken += 1) {
    const found = await findOrder(database, id);
    const isDue = found?.order.stepAt && found.order.stepAt <= at;
    const step = isDue ? await nextStep(outside, found, at) : undefined;
    if (!found || !step) return;
    // An order that has changed meanwhile is looked at again.
    await takeStep(database, found, step, at);
  }
}

/** Advances at most 50 orders whose next step is due; the failures of some are thrown when all have had their turn. */
export async function advanceDueOrders(
  database: Database,
  outside: Outside,
  at: Date,
): Promise<{ taken: number; hasMore: boolean }> {
  const ids = await listDueOrders(database, at, ordersPerRound);
  const failures = await advanceAll(ids, {
    advance: (id) => advanceOrder(database, outside, id, at),
    failed: (id) => postponeOrder(database, id, afterAMinute(at)),
  });
  throwAll(failures, "orders");
  return { taken: ids.length, hasMore: ids.length === ordersPerRound };
}
