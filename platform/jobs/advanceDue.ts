import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { type DueTable, listDue, postpone } from "#platform/database/dueRows.ts";
import { delayedWork } from "#platform/database/schema/actions.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import type { Advanced } from "./dueWork.ts";

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

/** Records that work failed. Returns when it is to be retried. */
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

/** Work that failed before is done. */
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
  kind: string;
  table: DueTable;
  /** Ids of at most `limit` records that are due, where not every one of the table is. */
  list?(at: Date, limit: number): Promise<string[]>;
  /** Takes every due step of a record, each once across processes. Throws where one fails. */
  advance(id: string, now: Clock): Promise<void>;
};

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
      await postpone(
        database,
        table,
        id,
        await recordFailure(database, { kind: due.kind, id, failure }, now()),
      );
    },
  });
  await forgetFailures(
    database,
    due.kind,
    ids.filter((id) => !failed.has(id)),
  );
  return { taken: ids.length - failed.size, hasMore: ids.length === perRound, failures };
}
