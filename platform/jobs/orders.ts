import type { Database } from "#platform/database/connect.ts";
import { counted } from "#platform/metrics.ts";
import type { Outside } from "#platform/outside/outside.ts";
import { advanceDueOrders } from "./advanceOrders.ts";
import type { JobsContext } from "./dueWork.ts";

const queue = "due-orders";
const everyMinute = "* * * * *";

/** Opens the queue that whoever moves an order asks; what it returns has due orders advanced soon. */
export async function openOrderQueue({ boss }: JobsContext): Promise<() => Promise<void>> {
  // A job whose process died is given to another one after a minute.
  await boss.createQueue(queue, { name: queue, retryLimit: 3, expireInSeconds: 60 });
  return async () => {
    await boss.send(queue, {});
  };
}

/**
 * Advances orders whose next step is due, every minute and when asked. `onAdvanced` is called when orders went on.
 * Returns what has due orders advanced now.
 */
export async function startOrderJobs(
  { boss, underWay, log }: JobsContext,
  { database, outside, ask }: { database: Database; outside: Outside; ask: () => Promise<void> },
  onAdvanced: () => Promise<void>,
): Promise<() => Promise<void>> {
  const advance = async () => {
    const { taken, hasMore } = await advanceDueOrders(database, outside, new Date());
    if (taken > 0) {
      log.info({ taken }, "orders advanced");
      await onAdvanced();
    }
    if (hasMore) await ask();
  };
  const worker = await boss.work(queue, () => underWay.track(counted(queue, advance)));
  await boss.schedule(queue, everyMinute);
  return async () => {
    await ask();
    boss.notifyWorker(worker);
  };
}
