import { hash } from "node:crypto";

/** A write that carries a fence is made only while `owner` still holds `lock`, checked in the same atomic step. */
export type Fence = { lock: string; owner: string };

/** Thrown by a write whose fence no longer holds: the lease has run out, and another process may have the lock. */
export class LockLost extends Error {
  constructor() {
    super("This work took longer than the lease of its lock, so its change was not made");
  }
}

export type WriteOptions = {
  /** Writes only where there is no value, or only where there is one. */
  only?: "absent" | "present" | undefined;
  fence?: Fence | undefined;
};

/**
 * Where the portal's records are stored. Shared by every process of the portal, so each operation is atomic across
 * processes, and durable once it resolves, locks excepted. Values are opaque text, lifetimes are in seconds.
 */
export type RecordStore = {
  /** The value, or undefined once it has expired. `renewSeconds` gives it that long to live from now. */
  get(key: string, renewSeconds?: number): Promise<string | undefined>;
  /** The values of several keys, in their order, at the price of one question. */
  getEach(keys: readonly string[]): Promise<(string | undefined)[]>;
  /** Writes a value; resolves to false where `only` forbids it. Throws LockLost. */
  set(key: string, value: string, ttlSeconds: number, options?: WriteOptions): Promise<boolean>;
  /** Removes the value and hands it to exactly one caller. Throws LockLost. */
  take(key: string, fence?: Fence): Promise<string | undefined>;
  /** Takes the lock of this name for `owner`, where nobody holds it; says whether it did. */
  lock(name: string, owner: string, leaseSeconds: number): Promise<boolean>;
  /** Gives the lock back, where `owner` still holds it. */
  unlock(name: string, owner: string): Promise<void>;
  /** The moment by the one clock that all processes share, in epoch milliseconds. */
  now(): Promise<number>;
  close(): Promise<void>;
};

/** The name that a store keeps a record under: keys hold session ids and tokens, which no name may tell. */
export const hashedName = (key: string): string => hash("sha256", key);
