import { sql } from "drizzle-orm";
import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Database } from "#platform/database/connect.ts";

/** Ends a transaction with a value and none of its changes. */
class Undone<T> extends Error {
  constructor(readonly value: T) {
    super("A dry run is undone");
  }
}

// A dry run waits so briefly for what others hold that it gives way before any of them is taken for its deadlock.
const timeoutMs = 250;
const attempts = 8;

/** lock_not_available, deadlock_detected. */
const busyCodes = ["55P03", "40P01"];

const isBusy = (problem: unknown): boolean => {
  const cause = problem instanceof DrizzleQueryError ? problem.cause : problem;
  return cause instanceof Error && "code" in cause && busyCodes.includes(String(cause.code));
};

/**
 * A transaction whose parts are no transactions of their own: all of it is undone together, and a statement more for the
 * beginning and the end of each part would keep others from the embedded database for longer.
 */
function inOnePiece(transaction: Database): Database {
  const whole: Database = Object.create(transaction, {
    transaction: { value: (work: (part: Database) => Promise<unknown>) => work(whole) },
  });
  return whole;
}

/**
 * What `work` comes to, without any of the changes that it makes: they are undone in the database, numbers of series
 * included. It gives way to others who work on the same records, and begins again.
 */
export async function dryRun<T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`set local lock_timeout = '${timeoutMs}ms'`));
        throw new Undone(await work(inOnePiece(transaction)));
      });
    } catch (problem) {
      if (problem instanceof Undone) return problem.value;
      if (attempt === attempts || !isBusy(problem)) throw problem;
    }
  }
}
