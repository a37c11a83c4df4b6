import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { redisPrefix } from "#app/records/redisStore.server.ts";
import { type Finding, findingsAbout } from "./finding.ts";
import { timeoutMs, whyNoAnswer } from "./reach.ts";

const store = findingsAbout("Record store");
const stored = findingsAbout("Record store's persistence");

const storedMend =
  "In redis.conf: appendonly yes, and maxmemory-policy noeviction, as deploy/redis/redis.conf has them.";

async function written(redis: Redis): Promise<boolean> {
  const key = `${redisPrefix}doctor:${randomUUID()}`;
  await redis.set(key, "doctor", "EX", 30);
  return (await redis.getdel(key)) === "doctor";
}

function persistence(info: string): Finding {
  const entryOf = (name: string) => info.match(new RegExp(`^${name}:(.*?)\\r?$`, "m"))?.[1];
  const policy = entryOf("maxmemory_policy");
  if (entryOf("aof_enabled") !== "1")
    return stored.warning(
      "Redis does not write down each change: sessions, notes and the audit trail's last lines are lost when it ends.",
      storedMend,
    );
  if (policy !== undefined && policy !== "noeviction")
    return stored.warning(
      `Redis may throw records away when its memory is full (${policy}), the audit trail among them.`,
      storedMend,
    );
  return stored.ok("Redis writes down each change, and throws nothing away.");
}

/** The problem of a Redis that responded, without any data that was sent to it. */
function refusalOf(problem: unknown): Finding {
  const words = problem instanceof Error ? problem.message : "";
  if (/NOAUTH|WRONGPASS|NOPERM/.test(words))
    return store.wrong(
      "Redis refuses the name or password of SESSION_STORE_URL, or does not let it write.",
      "Set SESSION_STORE_URL to rediss://name:password@host:port, with a user that may use keys beginning with utopia-portal:.",
    );
  if (/READONLY|MISCONF|OOM/.test(words))
    return store.wrong(
      "Redis takes no writes now.",
      "Look at its log: it is a replica, its disk is full, or its memory is.",
    );
  return store.wrong(
    `Redis cannot be reached: ${whyNoAnswer(problem)}. Nobody can sign in, and nothing is taken.`,
    'See that SESSION_STORE_URL is right and that Redis runs: redis-cli -u "$SESSION_STORE_URL" ping.',
  );
}

/** Whether the portals' shared Redis responds, stores records, and persists them. */
export async function redisFindings(url: string): Promise<Finding[]> {
  let lost: Error | undefined;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", (problem) => {
    lost = problem;
  });
  try {
    await redis.connect();
    if (!(await written(redis)))
      return [
        store.wrong(
          "Redis does not give back what was put there.",
          "See that SESSION_STORE_URL names a Redis of version 6.2 or newer.",
        ),
      ];
    const info = await redis.info().catch(() => undefined);
    return [
      store.ok("Redis answers and takes records."),
      info === undefined
        ? stored.warning(
            "Redis does not say whether it keeps what it holds.",
            `See for yourself. ${storedMend}`,
          )
        : persistence(info),
    ];
  } catch (problem) {
    return [refusalOf(lost ?? problem)];
  } finally {
    redis.disconnect();
  }
}
