import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { countRecordOperation } from "#app/metrics.server.ts";
import { openFileStore } from "./fileStore.server.ts";
import { kindBounds } from "./kinds.ts";
import { createSeal } from "#app/database/seal.server.ts";
import { createRecords, type RecordStore, type Records } from "./records.server.ts";
import { openRedisStore } from "./redisStore.server.ts";

/** The record folders in the working directory, used without Redis. */
export const recordFolders = { sessions: ".data/sessions", lasting: ".data/audit" } as const;

/** The record of the moment before which all sign-ins are invalid: `{ revokedBefore }`, in epoch milliseconds. */
export const everybodyRevokedKey = "sessions-revoked";

const seal = createSeal(env.SESSION_SECRET);

const open = (store: RecordStore): Records =>
  createRecords(watchedStore(store, countRecordOperation), seal, { bounds: kindBounds });

const openFolder = (folder: string): Records =>
  open(
    openFileStore(folder, (problem) =>
      log.warn({ err: problem }, "expired session records stay until the next sweep"),
    ),
  );

const openShared = (url: string): Records => {
  const store = openRedisStore(url, (problem) => log.error({ problem: problem.message }, "session store"));
  return open(store);
};

const shared = env.SESSION_STORE_URL ? openShared(env.SESSION_STORE_URL) : undefined;

/** The portal's own records: in Redis when `SESSION_STORE_URL` is set, else in `.data/sessions`. */
export const records: Records = shared ?? openFolder(recordFolders.sessions);

/**
 * Records stored for years, the audit trail and the credits: in the same Redis, else in a folder of
 * their own, which survives clearing the session store.
 */
export const lastingRecords: Records = shared ?? openFolder(recordFolders.lasting);

/** Called for each operation of a store with its duration, and whether it failed. */
export type StoreWatch = (operation: string, ms: number, failed: boolean) => void;

/** The store, with every operation made by `run`. */
function wrapStore(
  store: RecordStore,
  run: <Value>(operation: string, work: () => Promise<Value>) => Promise<Value>,
): RecordStore {
  const wrapped =
    <Given extends unknown[], Value>(operation: string, work: (...given: Given) => Promise<Value>) =>
    (...given: Given): Promise<Value> =>
      run(operation, () => work(...given));
  return {
    get: wrapped("get", store.get),
    getEach: wrapped("getEach", store.getEach),
    set: wrapped("set", store.set),
    take: wrapped("take", store.take),
    lock: wrapped("lock", store.lock),
    unlock: wrapped("unlock", store.unlock),
    now: wrapped("now", store.now),
    close: store.close,
  };
}

/** The store, with every operation reported to `heard`. */
export function watchedStore(store: RecordStore, heard: StoreWatch): RecordStore {
  return wrapStore(store, async (operation, work) => {
    const started = performance.now();
    let failed = true;
    try {
      const value = await work();
      failed = false;
      return value;
    } finally {
      heard(operation, performance.now() - started, failed);
    }
  });
}
