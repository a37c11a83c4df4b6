import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords, type Records } from "#app/records/records.server.ts";
import { createSeal } from "#app/records/seal.server.ts";
import type { RecordStore } from "#app/records/store.server.ts";
import { type AuditFact, auditEntry } from "./entry.ts";
import { createTrail } from "./trail.server.ts";

let folder: string;
let store: RecordStore;
let records: Records;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-"));
  store = openFileStore(folder, (problem) => {
    throw problem;
  });
  records = createRecords(store, createSeal("a secret of these tests only, long enough"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const fact = (did: string): AuditFact => ({
  at: 1_795_000_000_000,
  subject: "s",
  name: "Riley",
  kind: "deed",
  did,
  record: "",
  href: "",
  outcome: "done",
  why: "",
  address: "127.0.0.1",
  correlationId: "c",
});

async function written(count: number) {
  const trail = createTrail(records);
  for (let n = 1; n <= count; n += 1) await trail.append(fact(`deed ${n}`));
  return trail;
}

const lineOf = async (n: number) => {
  const entry = await records.get(`audit:${n}`, auditEntry);
  if (!entry) throw new Error(`There is no line ${n}`);
  return entry;
};
const alter = (n: number, entry: object) => records.set(`audit:${n}`, entry, 60);

test("a trail that nobody has touched is whole, an empty one, too", async () => {
  expect(await createTrail(records).check()).toEqual({ lines: 0 });
  const trail = await written(5);
  expect(await trail.check()).toEqual({ lines: 5 });
  const lines = await trail.readDown(5, 2);
  expect(lines.map(({ n, entry, problem }) => [n, entry?.did, problem])).toEqual([
    [5, "deed 5", undefined],
    [4, "deed 4", undefined],
    [3, "deed 3", undefined],
    [2, "deed 2", undefined],
  ]);
});

test("several processes write one trail: each line is taken by one of them, and none is lost [audit#chain]", async () => {
  const trails = [createTrail(records), createTrail(records), createTrail(records)];
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => trails[index % 3]?.append(fact(`deed ${index}`))),
  );
  const [trail] = trails;
  expect(await trail?.check()).toEqual({ lines: 30 });
  const all = (await trail?.readDown(30, 1)) ?? [];
  expect(new Set(all.map(({ entry }) => entry?.did)).size).toBe(30);
});

test("a line that was altered is named", async () => {
  const trail = await written(5);
  await alter(3, { ...(await lineOf(3)), name: "Somebody else" });
  expect(await trail.check()).toEqual({
    lines: 5,
    broken: { n: 3, problem: expect.stringContaining("does not fit its own hash") },
  });
  expect((await trail.readDown(5, 1)).filter(({ problem }) => problem).map(({ n }) => n)).toEqual([3]);
});

test("a line that was written anew with a fitting hash is named: the next one follows another [audit#chain, audit#check]", async () => {
  const trail = await written(5);
  const other = createTrail({
    ...records,
    get: async () => undefined,
    set: async () => undefined,
    add: async () => true,
  });
  const forged = { ...(await other.append({ ...fact("deed 3"), name: "Somebody else" })) };
  const { before } = await lineOf(3);
  await alter(3, { ...forged, n: 3, before });
  expect((await trail.check()).broken?.n).toBe(3);
});

test.each([1, 3, 5])("line %s that is gone, or was written over from outside, is named", async (n) => {
  const trail = await written(5);
  await store.set(`audit:${n}`, "nonsense", 60);
  const broken = { n, problem: expect.stringContaining("cannot be read") };
  expect(await trail.check()).toMatchObject({ broken });
  await records.delete(`audit:${n}`);
  expect(await trail.check()).toMatchObject({ broken });
});

test("a trail goes on after a line that cannot be read, and after its end was lost", async () => {
  const trail = await written(3);
  await store.set("audit:3", "nonsense", 60);
  await records.delete("audit-head");
  expect((await trail.append(fact("deed 4"))).n).toBe(4);
  expect(await trail.check()).toMatchObject({ lines: 4, broken: { n: 3 } });
});
