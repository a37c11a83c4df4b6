import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { Seal } from "#app/database/seal.server.ts";
import { requireLease } from "#app/http/lease.server.ts";
import { type KindBounds, kindOf } from "./kinds.ts";

/** A write with a fence is made only while `owner` still holds `lock`, checked in the same atomic step. */
export type Fence = { lock: string; owner: string };

/** Thrown by a write whose fence is invalid: the lease has expired, and another process may have the lock. */
export class LockLost extends Error {
  constructor() {
    super("This work took longer than the lease of its lock, so its change was not made");
  }
}

export type WriteOptions = {
  /** Writes only if there is no value, or only if there is one. */
  only?: "absent" | "present" | undefined;
  fence?: Fence | undefined;
  /** It need not survive a power cut: a count of the last minute, for one. */
  isBrief?: boolean | undefined;
};

/** `isCounted`: it is within its owner's quota, which only `setWithin` says. */
type SetOptions = Pick<WriteOptions, "isBrief"> & { isCounted?: boolean };

/**
 * Storage of the portal's records. Shared by every process of the portal, so each operation is atomic across
 * processes, and durable once it resolves, except locks and what is brief. Values are opaque text, lifetimes are in seconds.
 */
export type RecordStore = {
  /** The value, or undefined once it has expired. `renewSeconds` sets its remaining lifetime. */
  get(key: string, renewSeconds?: number): Promise<string | undefined>;
  /** The values of several keys, in their order, in one round trip. */
  getEach(keys: readonly string[]): Promise<(string | undefined)[]>;
  /** Writes a value; resolves to false if `only` forbids it. Throws LockLost. */
  set(key: string, value: string, ttlSeconds: number, options?: WriteOptions): Promise<boolean>;
  /** Removes the value and returns it to exactly one caller. Throws LockLost. */
  take(key: string, fence?: Fence): Promise<string | undefined>;
  /** Acquires the lock of this name for `owner` if it is free; returns whether it did. */
  lock(name: string, owner: string, leaseSeconds: number): Promise<boolean>;
  /** Releases the lock if `owner` still holds it. */
  unlock(name: string, owner: string): Promise<void>;
  /** The time of the clock shared by all processes, in epoch milliseconds. */
  now(): Promise<number>;
  close(): Promise<void>;
};

/** Reads and writes of typed records; lifetimes are in seconds. */
export type RecordAccess = {
  get<S extends z.ZodType>(key: string, schema: S, renewSeconds?: number): Promise<z.output<S> | undefined>;
  /** Several records of one schema, in the order of their keys, in one round trip. */
  getEach<S extends z.ZodType>(keys: readonly string[], schema: S): Promise<(z.output<S> | undefined)[]>;
  set(key: string, value: unknown, ttlSeconds: number, options?: SetOptions): Promise<void>;
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
  /** Sets a record to what `to` makes of it under its lock, and resolves to that; left as it is for undefined. */
  change<S extends z.ZodType>(
    key: string,
    schema: S,
    ttlSeconds: number,
    to: (before: z.output<S> | undefined) => z.output<S> | undefined,
  ): Promise<z.output<S> | undefined>;
};

const pollMs = 40;
/** The lease of one change. */
const changeSeconds = 10;

/**
 * Sealed, typed records on top of a store. A record that can't be decrypted or does not fit its
 * schema (another secret, an older version of the portal) counts as absent. With `bounds` a new record of a kind that
 * nothing bounds is refused, and so is one of a kind with a quota outside of it: a fault of this program.
 */
export function createRecords(
  store: RecordStore,
  seal: Seal,
  { pause = () => delay(pollMs), bounds }: { pause?: () => Promise<unknown>; bounds?: KindBounds } = {},
): Records {
  function assertBounded(key: string, { only, isCounted }: WriteOptions & SetOptions) {
    const bound = bounds?.[kindOf(key)];
    if (bounds && bound === undefined) throw new Error(`Nothing bounds records of the kind ${kindOf(key)}`);
    if (bound === "quota" && only !== "present" && !isCounted)
      throw new Error(`A record of the kind ${kindOf(key)} is stored within its quota`);
  }

  const open = <S extends z.ZodType>(key: string, sealed: string | undefined, schema: S) => {
    const text = sealed === undefined ? undefined : seal.open(sealed, key);
    if (text === undefined) return undefined;
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  };

  function accessWith(fence?: Fence): RecordAccess {
    async function set(
      key: string,
      value: unknown,
      ttlSeconds: number,
      { isCounted = false, ...options }: WriteOptions & SetOptions,
    ) {
      assertBounded(key, { ...options, isCounted });
      await requireLease();
      return store.set(key, seal.close(JSON.stringify(value), key), ttlSeconds, { ...options, fence });
    }
    async function take(key: string) {
      await requireLease();
      return store.take(key, fence);
    }
    return {
      get: async (key, schema, renewSeconds) => open(key, await store.get(key, renewSeconds), schema),
      async getEach(keys, schema) {
        const sealed = await store.getEach(keys);
        return keys.map((key, index) => open(key, sealed[index], schema));
      },
      set: async (key, value, ttlSeconds, options = {}) => void (await set(key, value, ttlSeconds, options)),
      add: (key, value, ttlSeconds) => set(key, value, ttlSeconds, { only: "absent" }),
      replace: (key, value, ttlSeconds) => set(key, value, ttlSeconds, { only: "present" }),
      take: async (key, schema) => open(key, await take(key), schema),
      delete: async (key) => void (await take(key)),
      now: store.now,
    };
  }

  const records: Records = {
    ...accessWith(),
    async withLock(key, leaseSeconds, work) {
      const fence = { lock: `lock:${key}`, owner: randomUUID() };
      const giveUpAt = performance.now() + leaseSeconds * 2000;
      while (!(await store.lock(fence.lock, fence.owner, leaseSeconds))) {
        if (performance.now() > giveUpAt) throw new Error("A lock of the record store stays taken");
        await pause();
      }
      try {
        return await work(accessWith(fence));
      } finally {
        // The work is done even if this fails: the lock ends with its lease.
        await store.unlock(fence.lock, fence.owner).catch(() => undefined);
      }
    },
    change: (key, schema, ttlSeconds, to) =>
      records.withLock(key, changeSeconds, async (locked) => {
        const before = await locked.get(key, schema);
        const changed = to(before);
        if (changed === undefined) return changed;
        if (before === undefined) await locked.set(key, changed, ttlSeconds);
        else await locked.replace(key, changed, ttlSeconds);
        return changed;
      }),
  };
  return records;
}
