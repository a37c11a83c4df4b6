import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { delayedWork } from "#platform/database/schema/actions.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";

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
export async function recordFailure(
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
export async function forgetFailures(
  database: Database,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await database
    .delete(delayedWork)
    .where(and(eq(delayedWork.kind, kind), inArray(delayedWork.id, [...ids])));
}
