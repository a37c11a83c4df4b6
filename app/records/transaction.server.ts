import { z } from "zod";
import type { Records } from "./records.server.ts";

/** Records as a change sees them: with what it has written itself, which nobody else sees yet. */
export type Draft = {
  get<S extends z.ZodType>(key: string, schema: S): Promise<z.output<S> | undefined>;
  set(key: string, value: unknown): void;
  delete(key: string): void;
};

export type Transaction = {
  /** Makes one change at a time, across processes: whole, or not at all where `work` throws. */
  change<T>(work: (draft: Draft) => Promise<T>): Promise<T>;
  /** Finishes a change that a process had begun when it ended; to be called before several records are read. */
  recover(): Promise<void>;
};

const leaseSeconds = 30;
/** What a change writes; `null` deletes. */
const writes = z.array(z.object({ key: z.string(), value: z.unknown() }));

/**
 * Records that change together, under the lock `name`, each kept for `ttlSeconds`. What a change writes is first kept
 * as one record: whichever process ends in its midst, the next one finishes it before it looks.
 */
export function createTransaction(records: Records, name: string, ttlSeconds: number): Transaction {
  const begunKey = `${name}:begun`;

  async function finish(): Promise<void> {
    const begun = await records.get(begunKey, writes);
    if (!begun) return;
    for (const { key, value } of begun) {
      if (value === null) await records.delete(key);
      else await records.set(key, value, ttlSeconds);
    }
    await records.delete(begunKey);
  }

  const change: Transaction["change"] = (work) =>
    records.withLock(name, leaseSeconds, async () => {
      await finish();
      const written = new Map<string, unknown>();
      const outcome = await work({
        async get(key, schema) {
          if (!written.has(key)) return records.get(key, schema);
          const own = schema.safeParse(written.get(key));
          return own.success ? own.data : undefined;
        },
        set: (key, value) => void written.set(key, value),
        delete: (key) => void written.set(key, null),
      });
      if (written.size > 0) {
        const begun = [...written].map(([key, value]) => ({ key, value }));
        await records.set(begunKey, begun, ttlSeconds);
        await finish();
      }
      return outcome;
    });

  return {
    change,
    async recover() {
      if (await records.get(begunKey, writes)) await change(async () => undefined);
    },
  };
}
