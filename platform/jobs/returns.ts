import type PgBoss from "pg-boss";
import { nextDueTime } from "#platform/api/exos/repository.ts";
import { advanceDueExos, type ReturnsEngine } from "./advanceExos.ts";
import { enterDemoExo } from "./enterDemoExo.ts";
import type { UnderWay } from "./underWay.ts";

const dueExosQueue = "due-exos";
const demoExosQueue = "demo-exos";
const everyMinute = "* * * * *";

// A sleep longer than this is not worth a timer: the look of every minute comes first.
const longestSleep = 60_000;
const shortestSleep = 20;

type ReturnJobsOptions = {
  boss: PgBoss;
  engine: ReturnsEngine;
  /** Minutes between two returns that the demo enters by itself; 0 for none. */
  trickleMinutes: number;
  underWay: UnderWay;
  log: { info(details: object, message: string): void };
};

export type ReturnJobs = {
  /** Has due EXOs looked at now. */
  wake(): Promise<void>;
  /** Sets no more alarms. */
  stop(): void;
};

/**
 * Runs the process engine of returns on pg-boss: due EXOs are looked at when something wakes it, when the
 * next one comes due, and every minute. What is due stands in the EXOs themselves, so that a process that
 * dies leaves nothing behind that the next one does not find.
 */
export async function startReturnJobs(options: ReturnJobsOptions): Promise<ReturnJobs> {
  const { boss, engine, trickleMinutes, underWay, log } = options;
  const limits = { retryLimit: 3, expireInSeconds: 60 };
  await boss.createQueue(dueExosQueue, { name: dueExosQueue, policy: "short", ...limits });
  await boss.createQueue(demoExosQueue, { name: demoExosQueue, policy: "short", ...limits });
  let alarm: NodeJS.Timeout | undefined;
  let isStopped = false;

  const wake = async () => {
    await boss.send(dueExosQueue, {});
    boss.notifyWorker(worker);
  };
  const setAlarm = async () => {
    const next = await nextDueTime(engine.database);
    clearTimeout(alarm);
    if (!next || isStopped) return;
    const sleep = Math.max(shortestSleep, next.getTime() - Date.now());
    if (sleep > longestSleep) return;
    alarm = setTimeout(() => {
      // A look that cannot be asked for now is asked for again every minute; pg-boss says why.
      underWay.track(wake()).catch((error: unknown) => boss.emit("error", error));
    }, sleep);
  };
  const advance = async () => {
    const { taken, hasMore } = await advanceDueExos(engine, new Date());
    if (taken > 0) log.info({ taken }, "returns advanced");
    await (hasMore ? wake() : setAlarm());
  };
  const worker = await boss.work(dueExosQueue, () => underWay.track(advance()));
  await boss.schedule(dueExosQueue, everyMinute);

  const enterOne = async () => {
    const name = await enterDemoExo(engine.database, new Date());
    log.info({ name }, "a demo return came in");
    await wake();
  };
  await boss.work(demoExosQueue, () => underWay.track(enterOne()));
  // The schedule outlives the process: one that is no longer wanted is taken back.
  await (trickleMinutes > 0
    ? boss.schedule(demoExosQueue, `*/${trickleMinutes} * * * *`)
    : boss.unschedule(demoExosQueue));
  await wake();
  return {
    wake,
    stop: () => {
      isStopped = true;
      clearTimeout(alarm);
    },
  };
}
