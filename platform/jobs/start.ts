import PgBoss from "pg-boss";
import { listWaitingEvents } from "#platform/api/actionevents/repository.ts";
import type { Outside } from "#platform/api/actionevents/target.ts";
import type { Connection } from "#platform/database/connect.ts";
import { performActionEvent } from "./performActionEvent.ts";

type JobsLog = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type Jobs = {
  enqueueActionEvent(eventId: string): Promise<void>;
  /** Lets running jobs end, and takes no more. */
  stop(): Promise<void>;
};

const actionEventQueue = "action-event";

// A job whose process died is given to another one after this long.
const expireInSeconds = 60;

/**
 * Starts the background jobs on the platform's own database. Events that a process which died left
 * behind are taken up at once; performing one twice is no harm, since it is settled once only.
 */
export async function startJobs(connection: Connection, outside: Outside, log: JobsLog): Promise<Jobs> {
  const boss = new PgBoss({ db: connection, schedule: false });
  boss.on("error", (error) => log.error({ err: error }, "background jobs"));
  await boss.start();
  await boss.createQueue(actionEventQueue, {
    name: actionEventQueue,
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds,
  });
  const worker = await boss.work<{ eventId: string }>(actionEventQueue, async (jobs) => {
    for (const { data } of jobs) {
      const outcome = await performActionEvent(connection.database, outside, data.eventId);
      log.info({ eventId: data.eventId, outcome }, "action event");
    }
  });
  const enqueueActionEvent = async (eventId: string) => {
    await boss.send(actionEventQueue, { eventId });
    boss.notifyWorker(worker);
  };
  for (const eventId of await listWaitingEvents(connection.database)) await enqueueActionEvent(eventId);
  return {
    enqueueActionEvent,
    stop: () => boss.stop({ graceful: true, close: false, wait: true, timeout: 10_000 }),
  };
}
