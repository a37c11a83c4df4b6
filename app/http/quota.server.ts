import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import type { Database } from "#database/connect.ts";

/** Maximum amount of one kind stored per owner; records older than `seconds` are gone anyway. */
export type Quota = { name: string; maxEntries: number; maxBytes: number; seconds: number };

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
  { maxEntries, maxBytes }: Pick<Quota, "maxEntries" | "maxBytes">,
): Promise<void> {
  const lock = `quota of ${owner === "everybody" ? owner : `person ${owner.subject}`}`;
  const rows: SQL = owner === "everybody" ? sql`true` : sql`${table.subject} = ${owner.subject}`;
  await transaction.execute(
    sql`select pg_advisory_xact_lock(${getTableName(table)}::regclass::oid::int, hashtext(${lock}))`,
  );
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

const stored = z.array(z.object({ id: z.string(), bytes: z.number(), until: z.number() }));

const lockSeconds = 10;

/**
 * Registers a record to be stored, and resolves to the ids of those to be deleted for it, oldest
 * first. A single record above the quota is not rejected here: bodies have their own limit.
 */
export function createQuotas(records: Records, clock: () => number) {
  const keyOf = (name: string, owner: string) => `quota:${name}:${owner}`;

  async function makeRoom(
    { name, maxEntries, maxBytes, seconds }: Quota,
    owner: string,
    entry: { id: string; bytes: number },
  ): Promise<string[]> {
    const key = keyOf(name, owner);
    return records.withLock(key, lockSeconds, async () => {
      const now = clock();
      const before = (await records.get(key, stored)) ?? [];
      const left = before.filter(({ id, until }) => until > now && id !== entry.id);
      let bytes = left.reduce((sum, one) => sum + one.bytes, entry.bytes);
      const dropped: string[] = [];
      while (left.length > 0 && (left.length + 1 > maxEntries || bytes > maxBytes)) {
        const [oldest] = left.splice(0, 1);
        bytes -= oldest?.bytes ?? 0;
        if (oldest) dropped.push(oldest.id);
      }
      await records.set(key, [...left, { ...entry, until: now + seconds * 1000 }], seconds);
      return dropped;
    });
  }

  /** Stores a record of this owner under `keyOf(id)`; their oldest ones go for it. */
  async function setWithin(
    quota: Quota,
    owner: string,
    keyOf: (id: string) => string,
    id: string,
    value: unknown,
  ): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    for (const oldest of await makeRoom(quota, owner, { id, bytes })) await records.delete(keyOf(oldest));
    await records.set(keyOf(id), value, quota.seconds, { isCounted: true });
  }

  const storedFor = async ({ name }: Quota, owner: string): Promise<string[]> =>
    ((await records.get(keyOf(name, owner), stored)) ?? []).map(({ id }) => id);

  return { makeRoom, setWithin, storedFor };
}

export const { makeRoom, setWithin, storedFor } = createQuotas(records, Date.now);
