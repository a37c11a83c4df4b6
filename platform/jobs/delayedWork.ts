import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#platform/database/connect.ts";
import { delayedWork } from "#platform/database/schema/actions.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";

const firstDelay = 2000;
const maxDelayMs = 15 * 60_000;

/** How long work waits after so many failures in a row: 2 seconds, 4, 8 … and never more than a quarter of an hour. */
const delayAfter = (attempts: number): number =>
  attempts > 20 ? maxDelayMs : Math.min(firstDelay * 2 ** (attempts - 1), maxDelayMs);

/** What went wrong, in the words of its first cause: a failed query's own words hold what was to be written. */
function wordsOf(failure: unknown): string {
  if (!(failure instanceof Error)) return storable(String(failure));
  return failure.cause === undefined ? storable(failure.message, 1000) : wordsOf(failure.cause);
}

/** Records that work could not be done. Returns when it is to be tried again. */
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
