import type PgBoss from "pg-boss";
import type { Database } from "#platform/database/connect.ts";
import { listWaitingEvents } from "#platform/domains/actions/repository.ts";
import { counted } from "#platform/metrics.ts";
import type { Outside } from "#platform/outside/outside.ts";
import type { JobsContext } from "./dueWork.ts";
import { performActionEvent } from "./performActionEvent.ts";

const queue = "action-event";

/**
 * Performs recorded action events; `onPerformed` is called after them. Events left behind by a process that died are
 * taken up at once; performing one twice does no harm, since it is settled only once. Returns what has one performed.
 */
export async function startActionEventJobs(
  { boss, underWay, log }: JobsContext,
  { database, outside }: { database: Database; outside: Outside },
  onPerformed: () => Promise<void>,
): Promise<(eventId: string) => Promise<void>> {
  await boss.createQueue(queue, {
    name: queue,
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    // A job whose process died is given to another one after this long.
    expireInSeconds: 60,
  });
  const perform = async (jobs: PgBoss.Job<{ eventId: string }>[]) => {
    for (const { data } of jobs) {
      const outcome = await performActionEvent(database, outside, data.eventId);
      log.info({ eventId: data.eventId, outcome }, "action event");
    }
    await onPerformed();
  };
  const worker = await boss.work<{ eventId: string }>(queue, (jobs) =>
    underWay.track(counted(queue, () => perform(jobs))),
  );
  const enqueue = async (eventId: string) => {
    await boss.send(queue, { eventId });
    boss.notifyWorker(worker);
  };
  for (const eventId of await listWaitingEvents(database)) await enqueue(eventId);
  return enqueue;
}
