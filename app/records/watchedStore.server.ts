import type { RecordStore } from "./store.server.ts";

/** Called for each operation of a store with its duration, and whether it failed. */
export type StoreWatch = (operation: string, ms: number, failed: boolean) => void;

/** The store, with every operation reported to `heard`. */
export function watchedStore(store: RecordStore, heard: StoreWatch): RecordStore {
  const watched =
    <Given extends unknown[], Value>(operation: string, work: (...given: Given) => Promise<Value>) =>
    async (...given: Given): Promise<Value> => {
      const started = performance.now();
      let failed = true;
      try {
        const value = await work(...given);
        failed = false;
        return value;
      } finally {
        heard(operation, performance.now() - started, failed);
      }
    };
  return {
    get: watched("get", store.get),
    getEach: watched("getEach", store.getEach),
    set: watched("set", store.set),
    take: watched("take", store.take),
    lock: watched("lock", store.lock),
    unlock: watched("unlock", store.unlock),
    now: watched("now", store.now),
    close: store.close,
  };
}
