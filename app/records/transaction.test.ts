import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createSeal } from "#app/database/seal.server.ts";
import { storeOfFiles, twoProcesses } from "#tests/support/stores.ts";
import { createRecords, type RecordStore, type Records } from "./records.server.ts";
import { createTransaction } from "./transaction.server.ts";

const seal = createSeal("a secret of thirty-two characters");
const open = storeOfFiles();
const processes = twoProcesses(open, (records) => records);
let store: RecordStore;
let records: Records;
beforeAll(() => {
  store = open();
  [records] = processes();
});
afterAll(() => store.close());

const number = z.number();

/** The same records for a process that crashes just before write number `last`. */
function crashing(last: number): Records {
  let left = last;
  const unlessDead = <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error("dead")) : work();
  };
  const crashingStore: RecordStore = {
    ...store,
    set: (...args) => unlessDead(() => store.set(...args)),
    take: (...args) => unlessDead(() => store.take(...args)),
  };
  return createRecords(crashingStore, seal);
}

test.each([0, 1, 2, 3, 4])(
  "a change that is cut short after %i writes is whole, or was not made",
  async (last) => {
    const name = `cut-${last}`;
    const keys = ["one", "two", "gone"].map((key) => `${name}:${key}`);
    const [one = "", two = "", gone = ""] = keys;
    const all = () => Promise.all(keys.map((key) => records.get(key, number)));
    await records.set(one, 1, 60);
    await records.set(gone, 1, 60);
    const cut = createTransaction(crashing(last), name, 60).change(async (draft) => {
      draft.set(one, 2);
      draft.set(two, 2);
      draft.delete(gone);
    });
    // Once the change is stored it is applied, even if its process crashes.
    if (last === 0) await expect(cut).rejects.toThrow("dead");
    else await cut;
    const next = createTransaction(records, name, 60);
    await next.recover();
    expect(await all()).toEqual(last === 0 ? [1, undefined, 1] : [2, 2, undefined]);
    await next.change(async (draft) => {
      draft.set(one, ((await draft.get(one, number)) ?? 0) + 10);
    });
    await next.recover();
    expect(await records.get(one, number)).toBe(last === 0 ? 11 : 12);
  },
);

test("a transaction sees its own writes, and a failed one leaves nothing", async () => {
  const transaction = createTransaction(records, "seen", 60);
  await transaction.change(async (draft) => {
    draft.set("seen:a", 1);
    expect(await draft.get("seen:a", number)).toBe(1);
    draft.delete("seen:a");
    expect(await draft.get("seen:a", number)).toBeUndefined();
    draft.set("seen:b", 2);
  });
  const failing = transaction.change(async (draft) => {
    draft.set("seen:b", 3);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await transaction.recover();
  expect(await Promise.all(["seen:a", "seen:b"].map((key) => records.get(key, number)))).toEqual([
    undefined,
    2,
  ]);
});

test("changes of two processes come one after the other", async () => {
  const transactions = processes().map((records) => createTransaction(records, "sum", 60));
  const changes = Array.from({ length: 10 }, (_, index) =>
    transactions[index % 2]?.change(async (draft) =>
      draft.set("sum:n", ((await draft.get("sum:n", number)) ?? 0) + 1),
    ),
  );
  await Promise.all(changes);
  expect(await records.get("sum:n", number)).toBe(10);
});
