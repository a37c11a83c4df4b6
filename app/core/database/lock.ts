import { sql } from "drizzle-orm";
import type { Database } from "#database/connect.ts";

/**
 * Lets this transaction go on alone among those that take the same lock: for decisions on rows that are not there yet, such
 * as how many there may be.
 */
export async function lockUntilEnd(transaction: Database, kind: string, owner: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${kind}), hashtext(${owner}))`);
}
