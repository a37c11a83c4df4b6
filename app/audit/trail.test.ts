import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createSeal } from "#app/database/seal.server.ts";
import { createRecords, type RecordStore, type Records } from "#app/records/records.server.ts";
import { type AuditFact, auditEntry, createHeads, createTrail } from "./trail.server.ts";

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
  ...{ at: 1_795_000_000_000, subject: "s", name: "Riley", kind: "action", did, record: "", href: "" },
  ...{ outcome: "done", why: "", address: "127.0.0.1", correlationId: "c" },
});

async function written(count: number) {
  const trail = createTrail(records);
  for (let n = 1; n <= count; n += 1) await trail.append(fact(`action ${n}`));
  return trail;
}

const lineOf = async (n: number) => {
  const entry = await records.get(`audit:${n}`, auditEntry);
  if (!entry) throw new Error(`There is no line ${n}`);
  return entry;
};
const alter = (n: number, entry: object) => records.set(`audit:${n}`, entry, 60);

test("an untouched trail is valid, an empty one, too", async () => {
  expect(await createTrail(records).check()).toEqual({ lines: 0, head: { n: 0, hash: "" } });
  const trail = await written(5);
  expect(await trail.check()).toEqual({ lines: 5, head: { n: 5, hash: (await lineOf(5)).hash } });
  const lines = await trail.readDown(5, 2);
  const expected = [5, 4, 3, 2].map((n) => [n, `action ${n}`, undefined]);
  expect(lines.map(({ n, entry, problem }) => [n, entry?.did, problem])).toEqual(expected);
});

test("several processes write one trail: each line is taken by one of them, and none is lost [audit#chain]", async () => {
  const trails = [createTrail(records), createTrail(records), createTrail(records)];
  const facts = Array.from({ length: 30 }, (_, index) => fact(`action ${index}`));
  await Promise.all(facts.map((one, index) => trails[index % 3]?.append(one)));
  const [trail] = trails;
  expect(await trail?.check()).toMatchObject({ lines: 30, head: { n: 30 } });
  const all = (await trail?.readDown(30, 1)) ?? [];
  expect(new Set(all.map(({ entry }) => entry?.did)).size).toBe(30);
});

test("a line that was altered is named", async () => {
  const trail = await written(5);
  await alter(3, { ...(await lineOf(3)), name: "Somebody else" });
  const problem = expect.stringContaining("does not fit its own hash");
  expect(await trail.check()).toEqual({ lines: 5, broken: { n: 3, problem } });
  expect((await trail.readDown(5, 1)).filter(({ problem }) => problem).map(({ n }) => n)).toEqual([3]);
});

test("a line that was written anew with a fitting hash is named: the next one follows another [audit#chain, audit#check]", async () => {
  const trail = await written(5);
  const { before } = await lineOf(3);
  const elsewhere = openFileStore(join(folder, "elsewhere"), () => undefined);
  const others = createRecords(elsewhere, createSeal("a secret of these tests only, long enough"));
  await others.set("audit-head", { n: 2, hash: before }, 60);
  await alter(3, await createTrail(others).append({ ...fact("action 3"), name: "Somebody else" }));
  await elsewhere.close();
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

test("a trail continues after an unreadable line, and after its end was lost", async () => {
  const trail = await written(3);
  await store.set("audit:3", "nonsense", 60);
  await records.delete("audit-head");
  expect((await trail.append(fact("action 4"))).n).toBe(4);
  expect(await trail.check()).toMatchObject({ lines: 4, broken: { n: 3 } });
});

const removed = (from: number, to: number) =>
  Promise.all(Array.from({ length: to - from + 1 }, (_, index) => records.delete(`audit:${from + index}`)));

test("an end that was cut off is named, with its head and without, also by the next line [audit#check]", async () => {
  const trail = await written(30);
  await removed(21, 30);
  expect(await trail.check()).toMatchObject({ lines: 30, broken: { n: 21 } });
  await records.delete("audit-head");
  const gone = { n: 20, problem: expect.stringContaining("head of the trail is gone") };
  expect(await trail.check()).toEqual({ lines: 20, broken: gone });
  expect((await trail.append(fact("the next"))).n).toBe(21);
  const cut = { n: 20, problem: expect.stringContaining("cut off") };
  expect(await trail.check()).toEqual({ lines: 21, broken: cut });
});

test("a gap is looked past, however the trail lost its head [audit#check]", async () => {
  const trail = await written(30);
  await records.delete("audit-head");
  await removed(12, 12);
  const broken = { n: 12, problem: expect.stringContaining("cannot be read") };
  expect(await trail.check()).toEqual({ lines: 30, broken });
  await records.set("audit-head", { n: 11, hash: (await lineOf(11)).hash }, 60);
  expect(await trail.check()).toEqual({ lines: 30, broken });
});

test("an end that was restored whole is detected by a head stored elsewhere, which only the portal writes [audit#head]", async () => {
  const heads = createHeads("a secret of these tests only, long enough");
  const trail = await written(20);
  const early = await records.get("audit-head", z.unknown());
  for (let n = 21; n <= 30; n += 1) await trail.append(fact(`action ${n}`));
  const { head } = await trail.check();
  if (!head) throw new Error("The trail is not whole");
  const apart = heads.write(head);
  await removed(21, 30);
  await records.set("audit-head", early, 60);
  expect(await trail.check()).toMatchObject({ lines: 20, head: { n: 20 } });
  const known = heads.read(apart);
  expect(known).toEqual(head);
  expect(await trail.check(known && [known])).toMatchObject({ lines: 30, broken: { n: 21 } });
  for (let n = 21; n <= 30; n += 1) await trail.append(fact(`another action ${n}`));
  expect(await trail.check(known && [known])).toMatchObject({ broken: { n: 30 } });
  for (const forged of ["", apart.slice(0, -2), apart.replace(/^30/, "20"), `${apart}x`])
    expect(heads.read(forged)).toBeUndefined();
  expect(createHeads("another secret").read(apart)).toBeUndefined();
});

test("erased texts are proved by the erasure's line, and no others [privacy#trail]", async () => {
  const trail = await written(4);
  const entry = await lineOf(2);
  await trail.erase(fact("Forgot a customer"), [{ ...entry, record: "[forgotten]" }]);
  expect(await trail.check()).toMatchObject({ lines: 5, head: { n: 5 } });
  expect((await lineOf(2)).record).toBe("[forgotten]");
  await alter(2, { ...(await lineOf(2)), why: "Another" });
  expect(await trail.check()).toMatchObject({ broken: { n: 2 } });
  await alter(2, { ...entry, record: "[forgotten]", erasedBy: 4 });
  expect(await trail.check()).toMatchObject({ broken: { n: 2 } });
  await alter(2, entry);
  await alter(3, { ...(await lineOf(3)), did: "Nothing", erasedBy: 5 });
  expect(await trail.check()).toMatchObject({ broken: { n: 3 } });
});
