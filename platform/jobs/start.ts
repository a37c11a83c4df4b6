import PgBoss from "pg-boss";
import type { Connection } from "#platform/database/connect.ts";
import { listWaitingEvents } from "#platform/domains/actions/repository.ts";
import type { EdiFolder } from "#platform/outside/ediFolder.ts";
import type { Outside } from "#platform/outside/outside.ts";
import type { ReturnsOutside } from "#platform/outside/returns.ts";
import { advanceDueOrders } from "./advanceOrders.ts";
import type { JobsLog } from "./dueWork.ts";
import { startEdiJobs } from "./edi.ts";
import { performActionEvent } from "./performActionEvent.ts";
import { startReturnJobs } from "./returns.ts";
import { createUnderWay } from "./underWay.ts";

/** How returns are processed: by which companies, and how fast. */
export type ReturnsOptions = {
  outside: ReturnsOutside;
  /** Milliseconds between two jobs of a return. */
  pace: number;
  /** Minutes between two returns that the demo enters by itself; 0 for none. */
  trickleMinutes: number;
};

export type JobsOptions = { returns: ReturnsOptions; ediFolder: EdiFolder };

export type Jobs = {
  enqueueActionEvent(eventId: string): Promise<void>;
  /** Has due EXOs processed now. */
  wakeReturns(): Promise<void>;
  /** Has due EDI documents processed now. */
  wakeEdi(): Promise<void>;
  /** Takes no more jobs, and resolves when those under way have ended and are written down. */
  stop(): Promise<void>;
};

const actionEventQueue = "action-event";
const dueOrdersQueue = "due-orders";
const everyMinute = "* * * * *";

// A job whose process died is given to another one after this long.
const expireInSeconds = 60;

/**
 * Starts the background jobs on the platform's own database. Events left behind by a process that died are taken up at
 * once; performing one twice does no harm, since it is settled only once. Orders whose next step is due are advanced
 * after every action and every minute.
 */
export async function startJobs(
  connection: Connection,
  outside: Outside,
  { returns, ediFolder }: JobsOptions,
  log: JobsLog,
): Promise<Jobs> {
  const underWay = createUnderWay();
  // pg-boss doesn't wait for the statement that ends a job, nor beyond its time-out for the job itself.
  const executeSql: Connection["executeSql"] = (text, values) =>
    underWay.track(connection.executeSql(text, values));
  const boss = new PgBoss({ db: { executeSql }, schedule: true });
  boss.on("error", (error) => log.error({ err: error }, "background jobs"));
  await boss.start();
  await boss.createQueue(dueOrdersQueue, { name: dueOrdersQueue, retryLimit: 3, expireInSeconds });
  const { database } = connection;
  const context = { boss, underWay, log };
  // The orders that EDI creates, and the changes of orders that EDI follows, are processed right away.
  const wakeOrders = async () => {
    await boss.send(dueOrdersQueue, {});
  };
  const ediJobs = await startEdiJobs(context, { database, folder: ediFolder }, wakeOrders);
  const engine = { database, returns: returns.outside, pace: returns.pace };
  const returnJobs = await startReturnJobs(context, engine, returns.trickleMinutes);
  await boss.createQueue(actionEventQueue, {
    name: actionEventQueue,
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds,
  });
  const advance = async () => {
    const { taken, hasMore } = await advanceDueOrders(database, outside, new Date());
    if (taken > 0) {
      log.info({ taken }, "orders advanced");
      await ediJobs.wake();
    }
    if (hasMore) await boss.send(dueOrdersQueue, {});
  };
  const orderWorker = await boss.work(dueOrdersQueue, () => underWay.track(advance()));
  await boss.schedule(dueOrdersQueue, everyMinute);
  const perform = async (jobs: PgBoss.Job<{ eventId: string }>[]) => {
    for (const { data } of jobs) {
      const outcome = await performActionEvent(database, outside, data.eventId);
      log.info({ eventId: data.eventId, outcome }, "action event");
    }
    await ediJobs.wake();
    await boss.send(dueOrdersQueue, {});
    boss.notifyWorker(orderWorker);
  };
  const worker = await boss.work<{ eventId: string }>(actionEventQueue, (jobs) =>
    underWay.track(perform(jobs)),
  );
  const enqueueActionEvent = async (eventId: string) => {
    await boss.send(actionEventQueue, { eventId });
    boss.notifyWorker(worker);
  };
  for (const eventId of await listWaitingEvents(database)) await enqueueActionEvent(eventId);
  await boss.send(dueOrdersQueue, {});
  return {
    enqueueActionEvent,
    wakeReturns: returnJobs.wake,
    wakeEdi: ediJobs.wake,
    stop: async () => {
      ediJobs.stop();
      returnJobs.stop();
      await boss.stop({ graceful: true, close: false, wait: true, timeout: 10_000 });
      await underWay.settled();
    },
  };
}
