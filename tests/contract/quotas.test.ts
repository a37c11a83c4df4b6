import { expect, test } from "vitest";
import { createQuotas } from "#app/http/quota.server.ts";
import { kindBounds } from "#app/records/kinds.ts";
import { createRecords, type RecordStore } from "#app/records/records.server.ts";

/** A store without disk. */
function memoryStore() {
  const values = new Map<string, string>();
  const store: RecordStore = {
    get: async (key) => values.get(key),
    getEach: async (keys) => keys.map((key) => values.get(key)),
    async set(key, value, _, { only } = {}) {
      if (only !== undefined && values.has(key) !== (only === "present")) return false;
      values.set(key, value);
      return true;
    },
    async take(key) {
      const value = values.get(key);
      values.delete(key);
      return value;
    },
    lock: async () => true,
    unlock: async () => undefined,
    now: async () => Date.now(),
    close: async () => undefined,
  };
  return { store, keys: () => [...values.keys()] };
}

const plain = { close: (text: string) => text, open: (text: string) => text };
const quotaKinds = Object.entries(kindBounds).flatMap(([kind, bound]) => (bound === "quota" ? [kind] : []));

test("a record is stored only if something bounds the number of its kind [errors#quotas]", async () => {
  const { store, keys } = memoryStore();
  const records = createRecords(store, plain, { bounds: kindBounds });
  for (const write of [records.set, records.add])
    await expect(write("a-new-kind:riley", 1, 60)).rejects.toThrow("Nothing bounds");
  await records.set("preferences:riley", 1, 60);
  expect(keys()).toEqual(["preferences:riley"]);
});

test.each(quotaKinds)(
  "a %s is stored within its owner's quota, and in no other way [errors#quotas]",
  async (kind) => {
    const { store, keys } = memoryStore();
    const records = createRecords(store, plain, { bounds: kindBounds });
    const { setWithin } = createQuotas(records, Date.now);
    const keyOf = (id: string) => `${kind}:riley:${id}`;
    const outside = [
      () => records.set(keyOf("1"), 1, 60),
      () => records.add(keyOf("1"), 1, 60),
      () => records.withLock("it", 1, (locked) => locked.set(keyOf("1"), 1, 60)),
    ];
    for (const write of outside) await expect(write()).rejects.toThrow("within its quota");
    const quota = { name: kind, maxEntries: 2, maxBytes: 1_000, seconds: 60 };
    for (const id of ["1", "2", "3"]) await setWithin(quota, "riley", keyOf, id, id);
    const stored = () => keys().filter((key) => key.startsWith(`${kind}:`));
    expect(stored()).toEqual([keyOf("2"), keyOf("3")]);
    // Changing one makes no other.
    expect(await records.replace(keyOf("3"), "changed", 60)).toBe(true);
    expect(stored()).toHaveLength(2);
  },
);
