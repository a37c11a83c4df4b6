import { eq } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { isRunning } from "#platform/domains/edi/documents/streams.ts";
import { createUtopiaOrder, sendAccepted } from "./creation.ts";
import { type FollowedOrder, followUtopiaOrder } from "./follow.ts";
import {
  createStep,
  createStream,
  finalStream,
  findEdiOrder,
  type PreparedStep,
  readDueEdiOrder,
  saveEdiOrder,
  type WholeEdiOrder,
} from "./repository.ts";

/** Replaces the Utopia order of a test: nothing of it is ever shipped. */
const orderOfTest = ({ id, lines }: WholeEdiOrder): FollowedOrder => ({
  id,
  status: lines.every(({ ordered }) => ordered === 0) ? "INVALID" : "PROCESSING",
  document: {},
});

async function prepared(database: Database, order: WholeEdiOrder, at: Date): Promise<PreparedStep> {
  const { state = "", step } = order.streams[createStream] ?? {};
  if (isRunning(state)) {
    return step === createStep
      ? createUtopiaOrder(database, order, at)
      : (transaction) => sendAccepted(transaction, order, at);
  }
  if (!order.streams[finalStream]) return async () => ({ stepAt: null });
  if (order.orderId === null) {
    return order.isTest
      ? (transaction) => followUtopiaOrder(transaction, order, orderOfTest(order), at)
      : async () => ({ stepAt: null });
  }
  const [followed] = await database
    .select({ id: orders.id, status: orders.status, document: orders.document })
    .from(orders)
    .where(eq(orders.id, order.orderId));
  if (!followed) throw new Error(`The Utopia order ${order.orderId} is gone`);
  return (transaction) => followUtopiaOrder(transaction, order, followed, at);
}

/**
 * Takes the next step of an order document that is due `at` this time, with everything that follows from it, in one
 * transaction; returns whether there was one. Its inputs are read before, since a long order takes a while: the step is
 * taken only from the state that was read, and retried with the next call otherwise.
 */
async function takeOrderStep(database: Database, id: string, at: Date): Promise<boolean> {
  const order = await readDueEdiOrder(database, id, at);
  if (!order) return false;
  const step = await prepared(database, order, at);
  return database.transaction(async (transaction) => {
    const found = await findEdiOrder(transaction, id, true);
    if (found?.revision !== order.revision) return true;
    await saveEdiOrder(transaction, found, { attempts: 0, ...(await step(transaction)) }, at);
    return true;
  });
}

// More steps than a document has at one moment.
const stepsAtOnce = 12;

/** Takes all due steps of an order document. */
export async function takeOrderSteps(database: Database, id: string, at: Date): Promise<void> {
  for (let taken = 0; taken < stepsAtOnce && (await takeOrderStep(database, id, at)); ) taken += 1;
}
