import { hashedName, type RecordStore } from "./store.server.ts";

const deleteIfSame = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`;
/** What the names of the portal's records begin with in Redis. */
export const redisPrefix = "utopia-portal:";

/**
 * Records in Redis, for portals behind a load balancer. Commands fail after a few seconds without a connection instead
 * of waiting for ever; `onProblem` is told of lost connections.
 */
export function openRedisStore(url: string, onProblem: (problem: Error) => void): RecordStore {
  // Most portals run without Redis: they need not hold its client in memory.
  const connected = import("ioredis").then(({ Redis }) => {
    const redis = new Redis(url, {
      keyPrefix: redisPrefix,
      maxRetriesPerRequest: 2,
      connectTimeout: 5_000,
      commandTimeout: 5_000,
    });
    redis.on("error", onProblem);
    return redis;
  });
  return {
    async get(name, renewSeconds) {
      const key = hashedName(name);
      const redis = await connected;
      const value =
        renewSeconds === undefined ? await redis.get(key) : await redis.getex(key, "EX", renewSeconds);
      return value ?? undefined;
    },
    async getEach(names) {
      if (names.length === 0) return [];
      const values = await (await connected).mget(names.map(hashedName));
      return values.map((value) => value ?? undefined);
    },
    async set(name, value, seconds) {
      await (await connected).set(hashedName(name), value, "EX", seconds);
    },
    async add(name, value, seconds) {
      return (await (await connected).set(hashedName(name), value, "EX", seconds, "NX")) === "OK";
    },
    async take(name) {
      return (await (await connected).getdel(hashedName(name))) ?? undefined;
    },
    async delete(name) {
      await (await connected).del(hashedName(name));
    },
    async deleteIf(name, value) {
      await (await connected).eval(deleteIfSame, 1, hashedName(name), value);
    },
    async close() {
      await (await connected).quit();
    },
  };
}
