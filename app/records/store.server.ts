import { hash } from "node:crypto";

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
};

/**
 * Storage of the portal's records. Shared by every process of the portal, so each operation is atomic across
 * processes, and durable once it resolves, except locks. Values are opaque text, lifetimes are in seconds.
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

/** The name of a record in the store: keys contain session ids and tokens, which no name may reveal. */
export const hashedName = (key: string): string => hash("sha256", key);
