import { z } from "zod";
import type { RecordAccess, Records } from "./records.server.ts";

/** Records within a transaction: including its own writes, which nobody else sees yet. */
export type Draft = {
  get<S extends z.ZodType>(key: string, schema: S): Promise<z.output<S> | undefined>;
  set(key: string, value: unknown): void;
  delete(key: string): void;
};

export type Transaction = {
  /** Makes one change at a time, across processes: completely, or not at all if `work` throws. */
  change<T>(work: (draft: Draft) => Promise<T>): Promise<T>;
  /** Completes a change interrupted by the end of its process; call before reading several records. */
  recover(): Promise<void>;
};

const leaseSeconds = 30;
/** The writes of a change; `null` deletes. */
const writes = z.array(z.object({ key: z.string(), value: z.unknown() }));

/**
 * Records that change together, under the lock `name`, each stored for `ttlSeconds`. The writes of a change are first
 * stored as one record: if its process ends halfway, the next one completes it before it reads.
 */
export function createTransaction(records: Records, name: string, ttlSeconds: number): Transaction {
  const begunKey = `${name}:begun`;

  async function finish(locked: RecordAccess): Promise<void> {
    const begun = await locked.get(begunKey, writes);
    if (!begun) return;
    await Promise.all(
      begun.map(({ key, value }) =>
        value === null ? locked.delete(key) : locked.set(key, value, ttlSeconds),
      ),
    );
    await locked.delete(begunKey);
  }

  const change: Transaction["change"] = (work) =>
    records.withLock(name, leaseSeconds, async (locked) => {
      await finish(locked);
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
        await locked.set(begunKey, begun, ttlSeconds);
        // The change is committed: if this fails, the next holder of the lock completes it first.
        await finish(locked).catch(() => undefined);
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
