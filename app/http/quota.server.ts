import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";

/** Maximum amount of one kind stored per owner; records older than `seconds` are gone anyway. */
export type Quota = { name: string; maxEntries: number; maxBytes: number; seconds: number };

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
