import { z } from "zod";
import type { RecordAccess, Records } from "./records.server.ts";

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
/** The writes of a change; `null` deletes. */
const writes = z.array(z.object({ key: z.string(), value: z.unknown() }));

/**
 * Records that change together, under the lock `name`, each of them for `ttlSeconds`. The writes of a change are first
 * stored as one record: whichever process ends in its midst, the next one finishes it before it reads.
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
        // From here on the change is made: where this fails, whoever has the lock next finishes it first.
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
