import type { Database } from "#platform/database/connect.ts";
import { nextDueOrder } from "#platform/domains/orders/repository.ts";
import type { Outside } from "#platform/outside/outside.ts";
import { advanceDueOrders } from "./advanceOrders.ts";
import { type DueWork, type JobsContext, startDueWork } from "./dueWork.ts";

/** Advances orders whose next step is due; `onAdvanced` is called when some went on. */
export async function startOrderJobs(
  context: JobsContext,
  { database, outside }: { database: Database; outside: Outside },
  onAdvanced: () => Promise<void>,
): Promise<DueWork> {
  const due = await startDueWork(context, {
    queue: "due-orders",
    message: "orders advanced",
    advance: async () => {
      const advanced = await advanceDueOrders(database, outside, () => new Date());
      if (advanced.taken > 0) await onAdvanced();
      return advanced;
    },
    nextDueTime: (after) => nextDueOrder(database, after),
  });
  await due.wake();
  return due;
}
