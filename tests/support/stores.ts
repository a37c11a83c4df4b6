import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { createSeal } from "#app/database/seal.server.ts";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords, type RecordStore, type Records } from "#app/records/records.server.ts";

/** A file store for the tests of a file or `describe`, deleted after them; each call opens another handle. */
export function storeOfFiles(): () => RecordStore {
  let folder: string;
  beforeAll(async () => {
    // A RAM disk if available: syncing to a real disk takes tests minutes.
    folder = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "records-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return () => openFileStore(folder, () => undefined);
}

/** Two processes of one portal on the records of a store. */
export function twoProcesses<Made>(open: () => RecordStore, make: (records: Records) => Made) {
  const seal = createSeal("a secret of thirty-two characters");
  let stores: RecordStore[] = [];
  let made: [Made, Made] | undefined;
  beforeAll(() => {
    const [here, there] = [open(), open()];
    stores = [here, there];
    made = [make(createRecords(here, seal)), make(createRecords(there, seal))];
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));
  return (): [Made, Made] => {
    if (!made) throw new Error("The processes are there once the tests run");
    return made;
  };
}

/** Tests the record store; each `open` is another handle on the same one. */
export function onEveryStore(promises: (open: () => RecordStore) => void): void {
  describe("records in files", () => promises(storeOfFiles()));
}

/** The store as seen by one of several processes: `turn` decides when each operation runs, `during` hears of it. */
export function interleaved(
  store: RecordStore,
  turn: () => Promise<unknown>,
  during: <Value>(operation: Promise<Value>) => Promise<Value> = (operation) => operation,
): RecordStore {
  const inTurn =
    <Given extends unknown[], Value>(work: (...given: Given) => Promise<Value>) =>
    async (...given: Given): Promise<Value> => {
      await turn();
      return during(work(...given));
    };
  return {
    get: inTurn(store.get),
    getEach: inTurn(store.getEach),
    set: inTurn(store.set),
    take: inTurn(store.take),
    lock: inTurn(store.lock),
    unlock: inTurn(store.unlock),
    now: inTurn(store.now),
    close: store.close,
  };
}
