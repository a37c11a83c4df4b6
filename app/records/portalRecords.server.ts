import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { openFileStore } from "./fileStore.server.ts";
import { createRecords, type Records } from "./records.server.ts";
import { openRedisStore } from "./redisStore.server.ts";
import { createSeal } from "./seal.server.ts";

const store = env.SESSION_STORE_URL
  ? openRedisStore(env.SESSION_STORE_URL, (problem) =>
      log.error({ problem: problem.message }, "session store"),
    )
  : openFileStore(".data/sessions", (problem) =>
      log.warn({ err: problem }, "expired session records stay until the next sweep"),
    );

/** The portal's own records: in Redis when `SESSION_STORE_URL` is set, else in `.data/sessions`. */
export const records: Records = createRecords(store, createSeal(env.SESSION_SECRET));
