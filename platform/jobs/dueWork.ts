import type PgBoss from "pg-boss";
import { counted, countFailures } from "#platform/metrics.ts";
import type { UnderWay } from "./underWay.ts";

const everyMinute = "* * * * *";

// A longer sleep is not worth a timer: the check made every minute comes first.
const maxSleepMs = 60_000;
const shortestSleep = 20;

export type JobsLog = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** What every kind of job needs to start. */
export type JobsContext = { boss: PgBoss; underWay: UnderWay; log: JobsLog };

/** What one round did: how many records it advanced, whether it stopped before the end, and what failed. */
export type Advanced = { taken: number; hasMore: boolean; failures: readonly unknown[] };

type DueWorkOptions = {
  queue: string;
  /** How the log names it when something was taken up. */
  message: string;
  /** Takes up what is due. */
  advance(at: Date): Promise<Advanced>;
  /** When something comes due next, after this time; undefined when nothing does. */
  nextDueTime(after: Date): Promise<Date | undefined>;
};

export type DueWork = {
  /** Has due things processed now. A wake-up that is lost is logged: what is due is found within a minute. */
  wake(): Promise<void>;
  /** Sets no more timers. */
  stop(): void;
};

/**
 * Runs work that comes due: it checks when something wakes it, when the next thing comes due, and every minute. What is
 * due is recorded with the things themselves, in the transaction that promised it: pg-boss only wakes, so that a job that
 * it loses or gives up loses nothing, and the next process finds everything that one which died left behind.
 */
export async function startDueWork(
  { boss, underWay, log }: JobsContext,
  { queue, message, advance, nextDueTime }: DueWorkOptions,
): Promise<DueWork> {
  await boss.createQueue(queue, { name: queue, policy: "short", retryLimit: 3, expireInSeconds: 60 });
  let alarm: NodeJS.Timeout | undefined;
  let isStopped = false;

  const wake = async () => {
    try {
      await boss.send(queue, {});
      boss.notifyWorker(worker);
    } catch (error) {
      log.error({ err: error, queue }, "a wake-up was lost; the next sweep finds what is due");
    }
  };
  const setAlarm = async (after: Date) => {
    const next = await nextDueTime(after);
    clearTimeout(alarm);
    if (!next || isStopped) return;
    const sleep = Math.max(shortestSleep, next.getTime() - Date.now());
    if (sleep > maxSleepMs) return;
    alarm = setTimeout(() => void underWay.track(wake()), sleep);
  };
  const look = async () => {
    const at = new Date();
    try {
      const { taken, hasMore, failures } = await advance(at);
      if (taken > 0) log.info({ taken }, message);
      for (const failure of failures)
        log.error({ err: failure, queue }, "due work failed, and is tried again");
      countFailures(queue, failures.length);
      if (hasMore) await wake();
    } finally {
      // What could not be advanced stays due, and waits for the next minute's check.
      await setAlarm(at);
    }
  };
  const worker = await boss.work(queue, () => underWay.track(counted(queue, look)));
  await boss.schedule(queue, everyMinute);
  return {
    wake,
    stop: () => {
      isStopped = true;
      clearTimeout(alarm);
    },
  };
}
