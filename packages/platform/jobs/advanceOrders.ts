import { isDeepStrictEqual } from "node:util";
import type { Database } from "#database/connect.ts";
import type { StoredParcel } from "#platform/database/schema/columns.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { findOrder, saveMovedOrder } from "#platform/domains/orders/repository.ts";
import { type Effect, type MovingOrder, platformMoves } from "#platform/domains/orders/rules.ts";
import {
  despatched,
  isSubmitted,
  newSubmission,
  released,
  retryDue,
  submissionOf,
  submitted,
  validationFailure,
  withdrawn,
  withParcel,
} from "#platform/domains/orders/steps.ts";
import { addOrderDocket } from "#platform/domains/shipments/routes.ts";
import type { Outside } from "#platform/outside/simulated.ts";
import type { Clock, DueKind } from "./dueWork.ts";

type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** The part of an order by which its steps are decided. */
export type DueOrder = { order: MovingOrder; store: Pick<FoundOrder["store"], "id" | "name"> };

/** A decided step, with its other writes. */
export type Step = { effect: Effect; write?: (transaction: Database) => Promise<void> };

// A due order has at most this many steps at one moment: a retry, a claim, its submission, and each again after a
// change.
const stepsAtOnce = 6;

const orderNumberOf = ({ order }: DueOrder): string => {
  const { sourceId } = order.document;
  return typeof sourceId === "string" ? sourceId : order.id;
};

async function sendParcel(
  { warehouse }: Outside,
  found: DueOrder,
  parcel: StoredParcel,
  now: Clock,
): Promise<Step> {
  const { order, store } = found;
  const { reference, lines } = parcel;
  const orderNumber = orderNumberOf(found);
  const despatch = await warehouse({ reference, orderNumber, lines });
  const at = now();
  const docket = { number: despatch.docketNumber, orderNumber, saleDate: at };
  return {
    effect: despatched(order, parcel, despatch, at),
    write: (transaction) => addOrderDocket(transaction, store.id, docket, { lineItems: lines }),
  };
}

/**
 * Decides the next step of an order; undefined for a status without one. An outside request is claimed by a step of its
 * own before, so that two processes, and a person, make the same request.
 */
export async function nextStep(outside: Outside, found: DueOrder, now: Clock): Promise<Step | undefined> {
  const { order, store } = found;
  if (order.parcel) return sendParcel(outside, found, order.parcel, now);
  const submission = () => submissionOf(order, { storeName: store.name, orderNumber: orderNumberOf(found) });
  switch (order.status) {
    case platformMoves.retryIsDue.from:
      return { effect: retryDue(order, now()) };
    case platformMoves.ap21Accepted.from: {
      const failure = validationFailure(order);
      if (failure) return { effect: failure };
      if (!isSubmitted(order)) return { effect: newSubmission(order) };
      const reply = await outside.ap21(submission());
      return { effect: submitted(order, reply, now()) };
    }
    case platformMoves.ap21Released.from:
      return { effect: released(order, now()) };
    case platformMoves.despatched.from:
      return { effect: { order: withParcel(order, "rest", now()), notes: [] } };
    case "INVALID": {
      if (!isSubmitted(order)) return { effect: newSubmission(order) };
      return { effect: withdrawn(order, await outside.ap21(submission())) };
    }
    default:
      return undefined;
  }
}

/**
 * Takes one step, unless the order has changed since it was decided: another process took it, or the partner changed a
 * line.
 */
async function takeStep(database: Database, before: FoundOrder, step: Step, at: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const now = await findOrder(transaction, before.order.id, true);
    if (!now || !isDeepStrictEqual(now.order, before.order)) return;
    await saveMovedOrder(transaction, now.order, step.effect, at);
    await step.write?.(transaction);
  });
}

/** Takes every due step of an order, each once across processes. */
async function advanceOrder(database: Database, outside: Outside, id: string, now: Clock): Promise<void> {
  for (let steps = 0; steps < stepsAtOnce; steps += 1) {
    const found = await findOrder(database, id);
    const isDue = found?.order.stepAt && found.order.stepAt <= now();
    const step = isDue ? await nextStep(outside, found, now) : undefined;
    if (!found || !step) return;
    // An order that has changed in the meantime is read again.
    await takeStep(database, found, step, now());
  }
}

export const dueOrders = (database: Database, outside: Outside): DueKind => ({
  queue: "due-orders",
  message: "orders advanced",
  table: orders,
  advance: (id, now) => advanceOrder(database, outside, id, now),
});
