import { expect, test } from "vitest";
import { watchedStore } from "./portalRecords.server.ts";
import type { RecordStore } from "./records.server.ts";

test("every operation of a store is reported once, and errors are passed on", async () => {
  const store: RecordStore = {
    get: async (key, renewSeconds) => `${key} ${renewSeconds}`,
    getEach: async (keys) => keys.map(() => undefined),
    set: async () => true,
    take: async () => "taken",
    lock: async () => true,
    unlock: () => Promise.reject(new Error("the store is gone")),
    now: async () => 0,
    close: async () => undefined,
  };
  const events: string[] = [];
  const watched = watchedStore(store, (operation, _ms, failed) => events.push(`${operation} ${failed}`));
  expect(await watched.get("a", 5)).toBe("a 5");
  expect(await watched.getEach(["a"])).toEqual([undefined]);
  expect(await watched.set("a", "b", 1)).toBe(true);
  expect(await watched.take("a")).toBe("taken");
  expect(await watched.lock("a", "b", 1)).toBe(true);
  expect(await watched.now()).toBe(0);
  await expect(watched.unlock("a", "b")).rejects.toThrow("the store is gone");
  await watched.close();
  const kinds = ["get", "getEach", "set", "take", "lock", "now"];
  expect(events).toEqual([...kinds.map((kind) => `${kind} false`), "unlock true"]);
});
