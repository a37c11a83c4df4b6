import type { Database } from "#platform/database/connect.ts";
import { advanceAll } from "./advanceAll.ts";
import { forgetFailures, recordFailure } from "./delayedWork.ts";
import type { Advanced } from "./dueWork.ts";

export type Clock = () => Date;

/** Records of one kind with steps that come due; the due time is stored in the record. */
export type DueKind = {
  /** The queue that advances them; failures are recorded under it. */
  kind: string;
  /** Ids of at most `limit` records that are due, longest waiting first. */
  list(at: Date, limit: number): Promise<string[]>;
  /** Takes every due step of a record, each once across processes. Throws where one fails. */
  advance(id: string, now: Clock): Promise<void>;
  /** Postpones a record that is due. */
  postpone(id: string, until: Date): Promise<void>;
};

// The most records of one batch; the next batch takes the others.
const perRound = 50;

/**
 * Advances at most 50 due records of a kind. One that fails is recorded as delayed and retried after growing waits of
 * up to a quarter of an hour, until it succeeds: it does not block the others.
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
