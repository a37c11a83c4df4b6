/**
 * The identity provider's persistent data: signing keys, sign-in sessions, grants, codes and refresh tokens. Values are
 * JSON. An entry with `expiresInSeconds` is gone once that has passed.
 */
export type IdentityStore = {
  get(key: string): Promise<unknown | undefined>;
  set(key: string, value: unknown, expiresInSeconds?: number): Promise<void>;
  /** Stores a permanent value, unless there is one: of several processes, one stores it. */
  add(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
};

/** An in-memory store; values are copied in and out as a database would. */
export function createMemoryIdentityStore(): IdentityStore {
  const records = new Map<string, { json: string; expiresAt: number }>();
  return {
    async get(key) {
      const record = records.get(key);
      if (!record) return undefined;
      if (record.expiresAt > Date.now()) return JSON.parse(record.json);
      records.delete(key);
      return undefined;
    },
    async set(key, value, expiresInSeconds) {
      const expiresAt =
        expiresInSeconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresInSeconds * 1000;
      records.set(key, { json: JSON.stringify(value), expiresAt });
    },
    async add(key, value) {
      if (!records.has(key))
        records.set(key, { json: JSON.stringify(value), expiresAt: Number.POSITIVE_INFINITY });
    },
    async delete(key) {
      records.delete(key);
    },
  };
}
