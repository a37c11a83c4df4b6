import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { Seal } from "./seal.server.ts";
import type { RecordStore } from "./store.server.ts";

export type Records = {
  get<S extends z.ZodType>(key: string, schema: S, renewSeconds?: number): Promise<z.output<S> | undefined>;
  /** Several records of one schema, in the order of their keys, at the price of one question. */
  getEach<S extends z.ZodType>(keys: readonly string[], schema: S): Promise<(z.output<S> | undefined)[]>;
  set(key: string, value: unknown, seconds: number): Promise<void>;
  add(key: string, value: unknown, seconds: number): Promise<boolean>;
  take<S extends z.ZodType>(key: string, schema: S): Promise<z.output<S> | undefined>;
  delete(key: string): Promise<void>;
  /**
   * Runs `work` while no other process runs work under this key. The lease ends by itself after
   * `leaseSeconds`, should this process die. Throws when the lock stays taken for two leases.
   */
  withLock<T>(key: string, leaseSeconds: number, work: () => Promise<T>): Promise<T>;
};

const pollMs = 40;

/**
 * Sealed, typed records on top of a store. A record that does not open or does not fit its schema
 * (another secret, an older version of the portal) counts as absent.
 */
export function createRecords(store: RecordStore, seal: Seal): Records {
  const read = <S extends z.ZodType>(key: string, sealed: string | undefined, schema: S) => {
    const text = sealed === undefined ? undefined : seal.open(sealed, key);
    if (text === undefined) return undefined;
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  };
  return {
    get: async (key, schema, renewSeconds) => read(key, await store.get(key, renewSeconds), schema),
    async getEach(keys, schema) {
      const sealed = await store.getEach(keys);
      return keys.map((key, index) => read(key, sealed[index], schema));
    },
    set: (key, value, seconds) => store.set(key, seal.close(JSON.stringify(value), key), seconds),
    add: (key, value, seconds) => store.add(key, seal.close(JSON.stringify(value), key), seconds),
    take: async (key, schema) => read(key, await store.take(key), schema),
    delete: (key) => store.delete(key),
    async withLock(key, leaseSeconds, work) {
      const lock = `lock:${key}`;
      const owner = randomUUID();
      const giveUpAt = Date.now() + leaseSeconds * 2000;
      while (!(await store.add(lock, owner, leaseSeconds))) {
        if (Date.now() > giveUpAt) throw new Error("A lock of the session store stays taken");
        await delay(pollMs);
      }
      try {
        return await work();
      } finally {
        await store.deleteIf(lock, owner);
      }
    },
  };
}
