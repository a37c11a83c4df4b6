import { hash } from "node:crypto";

/**
 * Where sessions and other short-lived records are kept. Shared by every process of the portal, so each
 * operation is atomic across processes. Values are opaque text, lifetimes are in seconds.
 */
export type RecordStore = {
  /** The value, or undefined once it has expired. `renewSeconds` gives it that long to live from now. */
  get(key: string, renewSeconds?: number): Promise<string | undefined>;
  /** The values of several keys, in their order, at the price of one question. */
  getEach(keys: readonly string[]): Promise<(string | undefined)[]>;
  set(key: string, value: string, seconds: number): Promise<void>;
  /** Sets the value only where none is; says whether it did. */
  add(key: string, value: string, seconds: number): Promise<boolean>;
  /** Removes the value and hands it to exactly one caller. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Deletes the key only while it holds `value`. */
  deleteIf(key: string, value: string): Promise<void>;
  close(): Promise<void>;
};

/** The name that a store keeps a record under: keys hold session ids and tokens, which no name may tell. */
export const hashedName = (key: string): string => hash("sha256", key);
