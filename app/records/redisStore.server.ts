import { z } from "zod";
import { hashedName } from "#app/database/seal.server.ts";
import { type Fence, LockLost, type RecordStore } from "./records.server.ts";

/** Prefix of the portal's keys in Redis. */
export const redisPrefix = "utopia-portal:";

const lockLost = "LOCKLOST";
/** Runs one command on the second key if the first one, a lock, contains its owner. */
const fencedCommand = `
if redis.call("get", KEYS[1]) ~= ARGV[1] then return redis.error_reply("${lockLost}") end
return redis.call(ARGV[2], KEYS[2], unpack(ARGV, 3))`;
const deleteIfSame = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`;

const existence = { absent: ["NX"], present: ["XX"] } as const;
const reply = z.string().nullable();

/**
 * Records in Redis, for portals behind a load balancer. Commands fail after a few seconds without a
 * connection instead of waiting forever; `onProblem` gets lost connections.
 */
export function openRedisStore(url: string, onProblem: (problem: Error) => void): RecordStore {
  // Most portals run without Redis, and need not load its client.
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

  async function run(fence: Fence | undefined, command: string, name: string, args: (string | number)[]) {
    const redis = await connected;
    const key = hashedName(name);
    if (!fence) return reply.parse(await redis.call(command, key, ...args));
    const lock = hashedName(fence.lock);
    try {
      return reply.parse(await redis.eval(fencedCommand, 2, lock, key, fence.owner, command, ...args));
    } catch (problem) {
      if (problem instanceof Error && problem.message.includes(lockLost)) throw new LockLost();
      throw problem;
    }
  }

  return {
    async get(name, renewSeconds) {
      const value =
        renewSeconds === undefined
          ? await run(undefined, "get", name, [])
          : await run(undefined, "getex", name, ["EX", renewSeconds]);
      return value ?? undefined;
    },
    async getEach(names) {
      if (names.length === 0) return [];
      const values = await (await connected).mget(names.map(hashedName));
      return values.map((value) => value ?? undefined);
    },
    async set(name, value, ttlSeconds, { only, fence } = {}) {
      const conditions = only ? existence[only] : [];
      return (await run(fence, "set", name, [value, "EX", ttlSeconds, ...conditions])) === "OK";
    },
    async take(name, fence) {
      return (await run(fence, "getdel", name, [])) ?? undefined;
    },
    async lock(name, owner, leaseSeconds) {
      return (await run(undefined, "set", name, [owner, "EX", leaseSeconds, "NX"])) === "OK";
    },
    async unlock(name, owner) {
      await (await connected).eval(deleteIfSame, 1, hashedName(name), owner);
    },
    async now() {
      const [seconds, microseconds] = await (await connected).time();
      return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
    },
    async close() {
      await (await connected).quit();
    },
  };
}
