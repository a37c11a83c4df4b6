import { env } from "#app/env.server.ts";
import { log } from "#app/http/log.server.ts";
import { openFileRecordStore } from "./fileRecordStore.server.ts";
import { createRecords, type Records } from "./records.server.ts";
import { openRedisRecordStore } from "./redisRecordStore.server.ts";
import { createSeal } from "./seal.server.ts";

const store = env.SESSION_STORE_URL
  ? openRedisRecordStore(env.SESSION_STORE_URL, (problem) =>
      log.error({ problem: problem.message }, "session store"),
    )
  : openFileRecordStore(".data/sessions", (problem) =>
      log.warn({ err: problem }, "expired session records stay until the next sweep"),
    );

/** The portal's own records: in Redis when `SESSION_STORE_URL` is set, else in `.data/sessions`. */
export const records: Records = createRecords(store, createSeal(env.SESSION_SECRET));
