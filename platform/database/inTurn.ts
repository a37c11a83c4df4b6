import { sql } from "drizzle-orm";
import type { Connection } from "./connect.ts";

/**
 * Does a piece of work while no other process does one under the same key on this database. What it does there goes over
 * other connections, and is no transaction. An embedded database has one process.
 */
export async function inTurn<Value>(
  { kind, database }: Connection,
  key: number,
  work: () => Promise<Value>,
): Promise<Value> {
  if (kind === "pglite") return work();
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${key}::bigint)`);
    return work();
  });
}
