import { setImmediate as nextTurn } from "node:timers/promises";
import type PgBoss from "pg-boss";
import { counted, countFailures } from "#platform/metrics.ts";

const everyMinute = "* * * * *";

// A longer sleep needs no timer: the check every minute comes first.
const maxSleepMs = 60_000;
const shortestSleep = 20;

export type JobsLog = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** Dependencies of every kind of job. */
export type JobsContext = { boss: PgBoss; underWay: UnderWay; log: JobsLog };

/** The result of one batch: records advanced, whether it stopped before the end, and failures. */
export type Advanced = { taken: number; hasMore: boolean; failures: readonly unknown[] };

type DueWorkOptions = {
  queue: string;
  /** The log message when something was processed. */
  message: string;
  advance(at: Date): Promise<Advanced>;
  /** When the next work is due, after this time; undefined without any. */
  nextDueTime(after: Date): Promise<Date | undefined>;
  /** Wakes the jobs that may have become due with it. */
  onAdvanced?(): Promise<void>;
};

export type DueWork = {
  /** Wakes the job. A lost wake-up is logged: due work is found within a minute. */
  wake(): Promise<void>;
  /** Sets no more timers. */
  stop(): void;
};

/**
 * Runs work that comes due: it checks when it is woken, when the next work is due, and every minute. Due times are
 * stored with the records themselves, in the transaction that set them: pg-boss only wakes the job, so that a lost or
 * failed job loses nothing, and the next process finds everything that a crashed one left.
 */
export async function startDueWork(
  { boss, underWay, log }: JobsContext,
  { queue, message, advance, nextDueTime, onAdvanced }: DueWorkOptions,
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
      if (taken > 0) {
        log.info({ taken }, message);
        await onAdvanced?.();
      }
      for (const failure of failures)
        log.error({ err: failure, queue }, "due work failed, and is tried again");
      countFailures(queue, failures.length);
      if (hasMore) await wake();
    } finally {
      // Records that could not be advanced stay due until the next minute's check.
      await setAlarm(at);
    }
  };
  const worker = await boss.work(queue, () => underWay.track(counted(queue, look)));
  await boss.schedule(queue, everyMinute);
  // What was due while no process ran.
  await wake();
  return {
    wake,
    stop: () => {
      isStopped = true;
      clearTimeout(alarm);
    },
  };
}

export type UnderWay = {
  /** Counts the work until it settles, and returns it. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when no work is running any more, including work started synchronously by finished work. */
  settled(): Promise<void>;
};

/** Counts running work, so that a shutdown can wait for it. */
export function createUnderWay(): UnderWay {
  const pending = new Set<Promise<unknown>>();
  return {
    track(work) {
      pending.add(work);
      const forget = () => {
        pending.delete(work);
      };
      void work.then(forget, forget);
      return work;
    },
    async settled() {
      do {
        await Promise.allSettled(pending);
        await nextTurn();
      } while (pending.size > 0);
    },
  };
}
