import { eq } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { isRunning } from "#platform/domains/edi/documents/streams.ts";
import { createUtopiaOrder, sendAccepted } from "./creation.ts";
import { followUtopiaOrder } from "./follow.ts";
import { type EdiOrderChange, findEdiOrder, type StoredEdiOrder, saveEdiOrder } from "./repository.ts";
import { createStep, createStream, finalStream } from "./streams.ts";

async function change(transaction: Database, order: StoredEdiOrder, at: Date): Promise<EdiOrderChange> {
  const { state = "", step } = order.streams[createStream] ?? {};
  if (isRunning(state)) {
    return step === createStep
      ? createUtopiaOrder(transaction, order, at)
      : sendAccepted(transaction, order, at);
  }
  if (!order.streams[finalStream] || order.orderId === null) return { stepAt: null };
  const [followed] = await transaction
    .select({ id: orders.id, status: orders.status, document: orders.document })
    .from(orders)
    .where(eq(orders.id, order.orderId));
  if (!followed) throw new Error(`The Utopia order ${order.orderId} is gone`);
  return followUtopiaOrder(transaction, order, followed, at);
}

/**
 * Takes the next step of an order document that is due `at` this time, with everything that follows from it, in one
 * transaction; returns whether there was one.
 */
export async function takeOrderStep(database: Database, id: string, at: Date): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const order = await findEdiOrder(transaction, id, true);
    if (!order?.stepAt || order.stepAt > at) return false;
    const changed = await change(transaction, order, at);
    await saveEdiOrder(transaction, order, { attempts: 0, ...changed }, at);
    return true;
  });
}
