import { expect, test } from "vitest";
import { storeOfFiles, twoProcesses } from "#tests/support/stores.ts";
import { createQuotas } from "./quota.server.ts";

let now = Date.parse("2026-11-20T09:00:00Z");
const processes = twoProcesses(storeOfFiles(), (records) => createQuotas(records, () => now));
const quota = { name: "files", maxEntries: 3, maxBytes: 100, seconds: 60 };

test("the oldest are removed for new ones, by number and by bytes; another owner's stay [errors#quotas]", async () => {
  const [{ makeRoom }] = processes();
  const store = (id: string, bytes: number, owner = "sam") => makeRoom(quota, owner, { id, bytes });
  for (const id of ["a", "b", "c"]) expect(await store(id, 10)).toEqual([]);
  expect(await store("d", 10)).toEqual(["a"]);
  expect(await store("d", 90), "the same again, larger").toEqual(["b"]);
  expect(await store("e", 99)).toEqual(["c", "d"]);
  expect(await store("a", 100, "lee")).toEqual([]);
  now += 60_000;
  expect(await store("f", 99), "what is older is gone anyway").toEqual([]);
});

test("concurrent writes never exceed the quota [errors#quotas]", async () => {
  const makeRoom = (n: number) => processes()[n % 2 ? 1 : 0].makeRoom(quota, "ray", { id: `${n}`, bytes: 1 });
  const dropped = await Promise.all(Array.from({ length: 12 }, (_, n) => makeRoom(n)));
  expect(dropped.flat()).toHaveLength(9);
  expect(new Set(dropped.flat()).size).toBe(9);
});
