import type { Database } from "#platform/database/connect.ts";
import { advanceAll } from "./advanceAll.ts";
import { forgetFailures, recordFailure } from "./delayedWork.ts";
import type { Advanced } from "./dueWork.ts";

export type Clock = () => Date;

/** Records of one kind whose next step comes due; when, is recorded in the records themselves. */
export type DueKind = {
  /** The queue that advances them; failures are recorded under it. */
  kind: string;
  /** Ids of at most `limit` records that are due, longest waiting first. */
  list(at: Date, limit: number): Promise<string[]>;
  /** Takes every step of a record that is due, each once, however many processes try. Throws where one fails. */
  advance(id: string, now: Clock): Promise<void>;
  /** Has a record that is due wait until then. */
  postpone(id: string, until: Date): Promise<void>;
};

// The most records that one round takes up; the next round takes the others.
const perRound = 50;

/**
 * Advances at most 50 records of a kind that are due. One that fails is recorded as delayed and tried again, after ever
 * longer waits up to a quarter of an hour, until it succeeds: it holds up no other.
 */
export async function advanceDue(database: Database, due: DueKind, now: Clock): Promise<Advanced> {
  const ids = await due.list(now(), perRound);
  const failed = new Set<string>();
  const failures = await advanceAll(ids, {
    advance: (id) => due.advance(id, now),
    failed: async (id, failure) => {
      failed.add(id);
      await due.postpone(id, await recordFailure(database, { kind: due.kind, id, failure }, now()));
    },
  });
  await forgetFailures(
    database,
    due.kind,
    ids.filter((id) => !failed.has(id)),
  );
  return { taken: ids.length - failed.size, hasMore: ids.length === perRound, failures };
}
