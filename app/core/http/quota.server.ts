import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { lockUntilEnd } from "#app/core/database/lock.ts";
import type { Database } from "#database/connect.ts";

/** Maximum amount of one kind stored per owner. */
export type Quota = { maxEntries: number; maxBytes: number };

/** A table of rows that belong to persons; `created_at` decides which are the oldest. */
type OwnedTable = PgTable & Record<"subject" | "bytes" | "createdAt", PgColumn>;

/**
 * Deletes the oldest rows of a person, or of everybody, that are above the quota; the newest stays, whatever its size.
 * To be called in the transaction that stored a row, after that: concurrent ones then trim one after the other, and never
 * leave more than the quota.
 */
export async function trimToQuota(
  transaction: Database,
  table: OwnedTable,
  owner: { subject: string } | "everybody",
  { maxEntries, maxBytes }: Quota,
): Promise<void> {
  const rows: SQL = owner === "everybody" ? sql`true` : sql`${table.subject} = ${owner.subject}`;
  const ofTable = `quota of ${owner === "everybody" ? "all" : "a person"} in ${getTableName(table)}`;
  await lockUntilEnd(transaction, ofTable, owner === "everybody" ? "" : owner.subject);
  await transaction.execute(
    sql`delete from ${table} where ctid in (
          select row_id from (
            select ctid as row_id, row_number() over newest as place, sum(${table.bytes}) over newest as total
            from ${table} where ${rows}
            window newest as (order by ${table.createdAt} desc, ctid desc rows unbounded preceding)
          ) as counted
          where place > 1 and (place > ${maxEntries} or total > ${maxBytes}))`,
  );
}
