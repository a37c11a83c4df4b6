import type PgBoss from "pg-boss";
import { counted } from "#platform/metrics.ts";
import type { UnderWay } from "./underWay.ts";

const everyMinute = "* * * * *";

// A longer sleep is not worth a timer: the check made every minute comes first.
const longestSleep = 60_000;
const shortestSleep = 20;

export type JobsLog = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** What every kind of job needs to start. */
export type JobsContext = { boss: PgBoss; underWay: UnderWay; log: JobsLog };

type DueWorkOptions = {
  queue: string;
  /** How the log names it when something was taken up. */
  message: string;
  /** Takes up what is due; `hasMore` when it stopped before the end. */
  advance(at: Date): Promise<{ taken: number; hasMore: boolean }>;
  /** When something comes due next, after this time; undefined when nothing does. */
  nextDueTime(after: Date): Promise<Date | undefined>;
};

export type DueWork = {
  /** Has due things processed now. */
  wake(): Promise<void>;
  /** Sets no more timers. */
  stop(): void;
};

/**
 * Runs work that comes due, on pg-boss: it checks when something wakes it, when the next thing comes due, and every
 * minute. What is due is recorded with the things themselves, so that the next process finds everything that one which
 * died left behind.
 */
export async function startDueWork(
  { boss, underWay, log }: JobsContext,
  { queue, message, advance, nextDueTime }: DueWorkOptions,
): Promise<DueWork> {
  await boss.createQueue(queue, { name: queue, policy: "short", retryLimit: 3, expireInSeconds: 60 });
  let alarm: NodeJS.Timeout | undefined;
  let isStopped = false;

  const wake = async () => {
    await boss.send(queue, {});
    boss.notifyWorker(worker);
  };
  const setAlarm = async (after: Date) => {
    const next = await nextDueTime(after);
    clearTimeout(alarm);
    if (!next || isStopped) return;
    const sleep = Math.max(shortestSleep, next.getTime() - Date.now());
    if (sleep > longestSleep) return;
    alarm = setTimeout(() => {
      // A check that cannot be queued now is queued again within a minute; pg-boss says why.
      underWay.track(wake()).catch((error: unknown) => boss.emit("error", error));
    }, sleep);
  };
  const look = async () => {
    const at = new Date();
    try {
      const { taken, hasMore } = await advance(at);
      if (taken > 0) log.info({ taken }, message);
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
