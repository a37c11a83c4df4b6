import { and, asc, eq, gt, lte, min, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./connect.ts";

/** Records with the time of their next step; null while none is due. */
export type DueTable = PgTable & { id: PgColumn; stepAt: PgColumn };

/** Ids of at most `limit` records that are due, longest waiting first. */
export async function listDue(
  database: Database,
  table: DueTable,
  at: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(lte(table.stepAt, at))
    .orderBy(asc(table.stepAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** When the next record is due, after a time; undefined without one. `isOpen` leaves others out. */
export async function nextDue(
  database: Database,
  table: DueTable,
  after: Date,
  isOpen?: SQL,
): Promise<Date | undefined> {
  const [row] = await database
    .select({ next: min(table.stepAt) })
    .from(table)
    .where(and(gt(table.stepAt, after), isOpen));
  return row?.next instanceof Date ? row.next : undefined;
}

/** Postpones a record whose step failed; one that is not due any more stays as it is. */
export async function postpone(database: Database, table: DueTable, id: string, until: Date): Promise<void> {
  const stepAt = sql.param(until, table.stepAt);
  const isDue = and(eq(table.id, id), lte(table.stepAt, until));
  await database.execute(sql`update ${table} set step_at = ${stepAt} where ${isDue}`);
}
