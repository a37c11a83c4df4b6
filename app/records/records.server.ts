import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { Seal } from "./seal.server.ts";
import type { Fence, RecordStore } from "./store.server.ts";

/** Reads and writes of typed records; lifetimes are in seconds. */
export type RecordAccess = {
  get<S extends z.ZodType>(key: string, schema: S, renewSeconds?: number): Promise<z.output<S> | undefined>;
  /** Several records of one schema, in the order of their keys, in one round trip. */
  getEach<S extends z.ZodType>(keys: readonly string[], schema: S): Promise<(z.output<S> | undefined)[]>;
  set(key: string, value: unknown, ttlSeconds: number): Promise<void>;
  /** Sets a record only if it doesn't exist; returns whether it did. */
  add(key: string, value: unknown, ttlSeconds: number): Promise<boolean>;
  /** Sets a record only if it exists; returns whether it did. */
  replace(key: string, value: unknown, ttlSeconds: number): Promise<boolean>;
  /** Removes a record and returns it to exactly one caller. */
  take<S extends z.ZodType>(key: string, schema: S): Promise<z.output<S> | undefined>;
  delete(key: string): Promise<void>;
  /** The time of the clock shared by all processes, in epoch milliseconds. */
  now(): Promise<number>;
};

export type Records = RecordAccess & {
  /**
   * Runs `work` while no other process runs work under this key. The lease ends after `leaseSeconds` if this process
   * dies or is late: from then on every write through `locked` throws LockLost, so that it cannot overwrite the next
   * holder's writes. Throws when the lock stays taken for two leases.
   */
  withLock<T>(key: string, leaseSeconds: number, work: (locked: RecordAccess) => Promise<T>): Promise<T>;
};

/** Interval of polling for a lock. */
const pollMs = 40;

/**
 * Sealed, typed records on top of a store. A record that can't be decrypted or does not fit its
 * schema (another secret, an older version of the portal) counts as absent.
 */
export function createRecords(
  store: RecordStore,
  seal: Seal,
  pause: () => Promise<unknown> = () => delay(pollMs),
): Records {
  const open = <S extends z.ZodType>(key: string, sealed: string | undefined, schema: S) => {
    const text = sealed === undefined ? undefined : seal.open(sealed, key);
    if (text === undefined) return undefined;
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  };

  function accessWith(fence?: Fence): RecordAccess {
    const set = (key: string, value: unknown, ttlSeconds: number, only?: "absent" | "present") =>
      store.set(key, seal.close(JSON.stringify(value), key), ttlSeconds, { only, fence });
    return {
      get: async (key, schema, renewSeconds) => open(key, await store.get(key, renewSeconds), schema),
      async getEach(keys, schema) {
        const sealed = await store.getEach(keys);
        return keys.map((key, index) => open(key, sealed[index], schema));
      },
      set: async (key, value, ttlSeconds) => void (await set(key, value, ttlSeconds)),
      add: (key, value, ttlSeconds) => set(key, value, ttlSeconds, "absent"),
      replace: (key, value, ttlSeconds) => set(key, value, ttlSeconds, "present"),
      take: async (key, schema) => open(key, await store.take(key, fence), schema),
      delete: async (key) => void (await store.take(key, fence)),
      now: store.now,
    };
  }

  return {
    ...accessWith(),
    async withLock(key, leaseSeconds, work) {
      const fence = { lock: `lock:${key}`, owner: randomUUID() };
      const giveUpAt = Date.now() + leaseSeconds * 2000;
      while (!(await store.lock(fence.lock, fence.owner, leaseSeconds))) {
        if (Date.now() > giveUpAt) throw new Error("A lock of the record store stays taken");
        await pause();
      }
      try {
        return await work(accessWith(fence));
      } finally {
        // The work is done even if this fails: the lock ends with its lease.
        await store.unlock(fence.lock, fence.owner).catch(() => undefined);
      }
    },
  };
}
