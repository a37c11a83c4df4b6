import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { countRecordOperation } from "#app/metrics.server.ts";
import { openFileStore } from "./fileStore.server.ts";
import { recordFolders } from "./folders.ts";
import { createRecords, type Records } from "./records.server.ts";
import { openRedisStore } from "./redisStore.server.ts";
import { createSeal } from "./seal.server.ts";
import type { RecordStore } from "./store.server.ts";
import { watchedStore } from "./watchedStore.server.ts";

const seal = createSeal(env.SESSION_SECRET);

const open = (store: RecordStore): Records => createRecords(watchedStore(store, countRecordOperation), seal);

const openFolder = (folder: string): Records =>
  open(
    openFileStore(folder, (problem) =>
      log.warn({ err: problem }, "expired session records stay until the next sweep"),
    ),
  );

const shared = env.SESSION_STORE_URL
  ? open(
      openRedisStore(env.SESSION_STORE_URL, (problem) =>
        log.error({ problem: problem.message }, "session store"),
      ),
    )
  : undefined;

/** The portal's own records: in Redis when `SESSION_STORE_URL` is set, else in `.data/sessions`. */
export const records: Records = shared ?? openFolder(recordFolders.sessions);

/**
 * Records stored for years, the audit trail and the credits: in the same Redis, else in a folder of
 * their own, which survives clearing the session store.
 */
export const lastingRecords: Records = shared ?? openFolder(recordFolders.lasting);
