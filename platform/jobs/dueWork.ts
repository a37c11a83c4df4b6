import type PgBoss from "pg-boss";
import type { UnderWay } from "./underWay.ts";

const everyMinute = "* * * * *";

// A sleep longer than this is not worth a timer: the look of every minute comes first.
const longestSleep = 60_000;
const shortestSleep = 20;

export type JobsLog = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** What every kind of job is started with. */
export type JobsContext = { boss: PgBoss; underWay: UnderWay; log: JobsLog };

type DueWorkOptions = {
  queue: string;
  /** What the log calls it when something was taken on. */
  message: string;
  /** Takes on what is due; `hasMore` when it stopped before the end. */
  advance(at: Date): Promise<{ taken: number; hasMore: boolean }>;
  /** When something comes due next, after this time; undefined when nothing does. */
  nextDueTime(after: Date): Promise<Date | undefined>;
};

export type DueWork = {
  /** Has due things looked at now. */
  wake(): Promise<void>;
  /** Sets no more alarms. */
  stop(): void;
};

/**
 * Runs work that comes due on pg-boss: it is looked at when something wakes it, when the next thing comes due, and
 * every minute. What is due stands in the things themselves, so that a process that dies leaves nothing behind
 * that the next one does not find.
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
      // A look that cannot be asked for now is asked for again every minute; pg-boss says why.
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
      // What could not be advanced stays due, and waits for the look of the next minute.
      await setAlarm(at);
    }
  };
  const worker = await boss.work(queue, () => underWay.track(look()));
  await boss.schedule(queue, everyMinute);
  return {
    wake,
    stop: () => {
      isStopped = true;
      clearTimeout(alarm);
    },
  };
}
