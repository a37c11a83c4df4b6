import { setImmediate as nextTurn } from "node:timers/promises";
import { and, asc, eq, gt, inArray, lte, min, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type PgBoss from "pg-boss";
import type { Database } from "#database/connect.ts";
import { delayedWork } from "#platform/database/schema/actions.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { counted, countFailures } from "#platform/metrics.ts";

const everyMinute = "* * * * *";

// A longer sleep needs no timer: the check every minute comes first.
const maxSleepMs = 60_000;
const shortestSleep = 20;

export type JobsLog = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type JobsContext = { boss: PgBoss; underWay: UnderWay; log: JobsLog };

/** The result of one batch: records advanced, whether it stopped before the end, and failures. */
export type Advanced = { advanced: number; hasMore: boolean; failures: readonly unknown[] };

type DueWorkOptions = {
  queue: string;
  /** The log message when something was processed. */
  message: string;
  advance(at: Date): Promise<Advanced>;
  /** When the next work is due, after this time; undefined without any. */
  nextDueTime(after: Date): Promise<Date | undefined>;
  /** Wakes the jobs that may have become due with it. */
  onAdvanced: (() => Promise<void>) | undefined;
};

/**
 * Runs work that comes due: it checks when it is woken, when the next work is due, and every minute. Due times are
 * stored with the records themselves, in the transaction that set them: pg-boss only wakes the job, so that a lost or
 * failed job loses nothing, and the next process finds everything that a crashed one left.
 */
export async function startDueWork(
  { boss, underWay, log }: JobsContext,
  { queue, message, advance, nextDueTime, onAdvanced }: DueWorkOptions,
) {
  await boss.createQueue(queue, { name: queue, policy: "short", retryLimit: 3, expireInSeconds: 60 });
  let alarm: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Wakes the job. A lost wake-up is logged: due work is found within a minute. */
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
      const { advanced, hasMore, failures } = await advance(at);
      if (advanced > 0) {
        log.info({ advanced }, message);
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

export type DueWork = Awaited<ReturnType<typeof startDueWork>>;

/** Counts running work, so that a shutdown can wait for it. */
export function createUnderWay() {
  const pending = new Set<Promise<unknown>>();
  return {
    /** Counts the work until it settles, and returns it. */
    track<T>(work: Promise<T>) {
      pending.add(work);
      const forget = () => {
        pending.delete(work);
      };
      void work.then(forget, forget);
      return work;
    },
    /** Resolves when no work is running any more, including work started synchronously by finished work. */
    async settled() {
      do {
        await Promise.allSettled(pending);
        await nextTurn();
      } while (pending.size > 0);
    },
  };
}

export type UnderWay = ReturnType<typeof createUnderWay>;

/** Records with the time of their next step; null while none is due. */
export type DueTable = PgTable & { id: PgColumn; stepAt: PgColumn };

/** Ids of at most `limit` records that are due, longest waiting first. */
export async function listDue(database: Database, table: DueTable, at: Date, limit: number) {
  const rows = await database
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(lte(table.stepAt, at))
    .orderBy(asc(table.stepAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** When the next record is due, after a time; undefined without one. `isOpen` leaves others out. */
export async function nextDue(database: Database, table: DueTable, after: Date, isOpen?: SQL) {
  const [row] = await database
    .select({ next: min(table.stepAt) })
    .from(table)
    .where(and(gt(table.stepAt, after), isOpen));
  return row?.next instanceof Date ? row.next : undefined;
}

// Processes that work through the same list start at different places, so that they seldom do the same work.
const shuffled = (ids: readonly string[]): string[] =>
  ids
    .map((id) => ({ id, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id);

type Work = {
  advance(id: string): Promise<void>;
  /** Postpones a record that could not be advanced. */
  failed(id: string, failure: unknown): Promise<void>;
};

/** Advances each of these, and returns the failures: one that fails does not block the others. */
export async function advanceAll(ids: readonly string[], { advance, failed }: Work): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const id of shuffled(ids)) {
    try {
      await advance(id);
    } catch (failure) {
      failures.push(failure);
      await failed(id, failure).catch((error: unknown) => failures.push(error));
    }
  }
  return failures;
}

const firstDelay = 2000;
const maxDelayMs = 15 * 60_000;

/** Wait after this many failures in a row: 2 seconds, 4, 8 … and never more than a quarter of an hour. */
const delayAfter = (attempts: number): number =>
  attempts > 20 ? maxDelayMs : Math.min(firstDelay * 2 ** (attempts - 1), maxDelayMs);

/** The message of the first cause: a failed query's own message contains the data to be written. */
function wordsOf(failure: unknown): string {
  if (!(failure instanceof Error)) return storable(String(failure));
  return failure.cause === undefined ? storable(failure.message, 1000) : wordsOf(failure.cause);
}

async function recordFailure(
  database: Database,
  { kind, id, failure }: { kind: string; id: string; failure: unknown },
  at: Date,
): Promise<Date> {
  const [row] = await database
    .insert(delayedWork)
    .values({ kind, id, since: at, attempts: 1, failure: wordsOf(failure) })
    .onConflictDoUpdate({
      target: [delayedWork.kind, delayedWork.id],
      set: { attempts: sql`${delayedWork.attempts} + 1`, failure: sql`excluded.failure` },
    })
    .returning({ attempts: delayedWork.attempts });
  return new Date(at.getTime() + delayAfter(row?.attempts ?? 1));
}

async function forgetFailures(database: Database, kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .delete(delayedWork)
    .where(and(eq(delayedWork.kind, kind), inArray(delayedWork.id, [...ids])));
}

export type Clock = () => Date;

/** Records of one kind with steps that come due; the due time is stored in the record. */
export type DueKind = {
  /** The queue that advances them; failures are recorded under it. */
  queue: string;
  /** The log message when some were advanced. */
  message: string;
  table: DueTable;
  /** Those of the table that may be due; by default all. */
  isOpen?: SQL;
  /** Ids of at most `limit` records that are due, where not every one of the table is. */
  list?(at: Date, limit: number): Promise<string[]>;
  /** Takes every due step of a record, each once across processes. Throws where one fails. */
  advance(id: string, now: Clock): Promise<void>;
};

/** Advances the records of a kind, each when it is due. `onAdvanced` wakes the jobs that may have become due with it. */
export const startDueKind = (
  context: JobsContext,
  database: Database,
  kind: DueKind,
  onAdvanced?: () => Promise<void>,
) =>
  startDueWork(context, {
    queue: kind.queue,
    message: kind.message,
    advance: () => advanceDue(database, kind, () => new Date()),
    nextDueTime: (after) => nextDue(database, kind.table, after, kind.isOpen),
    onAdvanced,
  });

// The most records of one batch; the next batch takes the others.
const perRound = 50;

/**
 * Advances at most 50 due records of a kind. One that fails is recorded as delayed and retried after growing waits of
 * up to a quarter of an hour, until it succeeds: it does not block the others.
 */
export async function advanceDue(database: Database, due: DueKind, now: Clock): Promise<Advanced> {
  const { table, list = (at, limit) => listDue(database, table, at, limit) } = due;
  const ids = await list(now(), perRound);
  const failed = new Set<string>();
  const failures = await advanceAll(ids, {
    advance: (id) => due.advance(id, now),
    failed: async (id, failure) => {
      failed.add(id);
      const until = await recordFailure(database, { kind: due.queue, id, failure }, now());
      const stepAt = sql.param(until, table.stepAt);
      // One that is not due any more stays as it is.
      const isDue = and(eq(table.id, id), lte(table.stepAt, until));
      await database.execute(sql`update ${table} set step_at = ${stepAt} where ${isDue}`);
    },
  });
  await forgetFailures(
    database,
    due.queue,
    ids.filter((id) => !failed.has(id)),
  );
  const advanced = ids.length - failed.size;
  // Those that were left out of the list may have waited for one of these.
  const hasMore = ids.length === perRound || (due.list !== undefined && advanced > 0);
  return { advanced, hasMore, failures };
}
