import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords } from "#app/records/records.server.ts";
import { createSeal } from "#app/records/seal.server.ts";
import { createQuotas } from "./quota.server.ts";

let folder: string;
let close: () => Promise<void>;
let makeRoom: ReturnType<typeof createQuotas>["makeRoom"];
let now = Date.parse("2026-11-20T09:00:00Z");
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quota-"));
  const store = openFileStore(folder, () => undefined);
  close = () => store.close();
  ({ makeRoom } = createQuotas(createRecords(store, createSeal("s".repeat(32))), () => now));
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const quota = { name: "files", maxEntries: 3, maxBytes: 100, seconds: 60 };

test("the oldest go for what is new, by number and by bytes; another owner's stay [errors#quotas]", async () => {
  const store = (id: string, bytes: number, owner = "sam") => makeRoom(quota, owner, { id, bytes });
  expect(await store("a", 10)).toEqual([]);
  expect(await store("b", 10)).toEqual([]);
  expect(await store("c", 10)).toEqual([]);
  expect(await store("d", 10)).toEqual(["a"]);
  expect(await store("d", 90), "the same again, larger").toEqual(["b"]);
  expect(await store("e", 99)).toEqual(["c", "d"]);
  expect(await store("a", 100, "lee")).toEqual([]);
  now += 60_000;
  expect(await store("f", 99), "what is older is gone anyway").toEqual([]);
});

test("many at once never get more room than there is [errors#quotas]", async () => {
  const dropped = await Promise.all(
    Array.from({ length: 12 }, (_, n) => makeRoom(quota, "ray", { id: String(n), bytes: 1 })),
  );
  expect(dropped.flat()).toHaveLength(9);
  expect(new Set(dropped.flat()).size).toBe(9);
});
