import { sql } from "drizzle-orm";
import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Database } from "#platform/database/connect.ts";

/** Ends a transaction with a value and rolls it back. */
class Undone<T> extends Error {
  constructor(readonly value: T) {
    super("A dry run is undone");
  }
}

// A lock timeout below PostgreSQL's deadlock timeout, so that a dry run yields before others fail with a deadlock.
const timeoutMs = 250;
const attempts = 8;

/** lock_not_available, deadlock_detected. */
const busyCodes = ["55P03", "40P01"];

const isBusy = (problem: unknown): boolean => {
  const cause = problem instanceof DrizzleQueryError ? problem.cause : problem;
  return cause instanceof Error && "code" in cause && busyCodes.includes(String(cause.code));
};

/**
 * The result of `work`, whose changes are rolled back, sequence numbers included. It yields to others that use the same
 * records, and restarts.
 */
export async function dryRun<T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`set local lock_timeout = '${timeoutMs}ms'`));
        throw new Undone(await work(transaction));
      });
    } catch (problem) {
      if (problem instanceof Undone) return problem.value;
      if (attempt === attempts || !isBusy(problem)) throw problem;
    }
  }
}
