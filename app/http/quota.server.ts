import { z } from "zod";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";

/** How much of one kind may be stored for one owner at a time; what is older than `seconds` is gone anyway. */
export type Quota = { name: string; maxEntries: number; maxBytes: number; seconds: number };

const stored = z.array(z.object({ id: z.string(), bytes: z.number(), until: z.number() }));

const lockSeconds = 10;

/**
 * Notes that something is about to be stored, and resolves to the ids of what has to go for it, the oldest first. A
 * single entry above the quota is not for this to refuse: bodies have their own limit.
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

  /** The ids of what is stored for an owner. */
  const storedFor = async ({ name }: Quota, owner: string): Promise<string[]> =>
    ((await records.get(keyOf(name, owner), stored)) ?? []).map(({ id }) => id);

  return { makeRoom, storedFor };
}

export const { makeRoom, storedFor } = createQuotas(records, Date.now);
