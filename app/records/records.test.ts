import { utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createSeal, hashedName } from "#app/database/seal.server.ts";
import { onEveryStore } from "#tests/support/stores.ts";
import { openFileStore } from "./fileStore.server.ts";
import { createRecords, type RecordStore } from "./records.server.ts";

/** The contract of every store. Two handles on one store represent two processes. */
onEveryStore((open) => {
  let one: RecordStore;
  let other: RecordStore;
  beforeAll(() => {
    [one, other] = [open(), open()];
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  test("a value is there for every process, until it is deleted", async () => {
    expect(await one.get("a")).toBeUndefined();
    await one.set("a", "first", 60);
    await one.set("a", "second ✓", 60);
    expect(await other.get("a")).toBe("second ✓");
    await other.take("a");
    expect(await one.get("a")).toBeUndefined();
    expect(await one.take("a")).toBeUndefined();
  });

  test("only one of many may add", async () => {
    const tries = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? one : other).set("add", String(index), 60, { only: "absent" }),
    );
    const won = (await Promise.all(tries)).flatMap((added, index) => (added ? [String(index)] : []));
    expect(won).toHaveLength(1);
    expect(await one.get("add")).toBe(won[0]);
  });

  test("only one of many may take", async () => {
    await one.set("take", "it", 60);
    const tries = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).take("take"));
    const taken = await Promise.all(tries);
    expect(taken.filter((value) => value !== undefined)).toEqual(["it"]);
    expect(await one.get("take")).toBeUndefined();
  });

  test("several values come in the order of their keys, those that are not there as nothing", async () => {
    await one.set("each 1", "first", 60);
    await one.set("each 2", "second", 60);
    expect(await other.getEach(["each 2", "none", "each 1"])).toEqual(["second", undefined, "first"]);
    expect(await other.getEach([])).toEqual([]);
  });

  test("a value ends after its time, unless it is renewed; then it can be added anew", async () => {
    await one.set("brief", "x", 1);
    await one.set("renewed", "y", 1);
    expect(await other.get("renewed", 60)).toBe("y");
    await expect.poll(() => one.get("brief")).toBeUndefined();
    expect(await one.get("renewed")).toBe("y");
    expect(await one.take("brief")).toBeUndefined();
    const adds = [one, other].map((store, at) => store.set("brief", String(at), 60, { only: "absent" }));
    const added = await Promise.all(adds);
    expect(added.filter(Boolean)).toHaveLength(1);
  });

  test("encrypted records are read with their type; mismatches count as absent", async () => {
    const records = createRecords(one, createSeal("a secret of thirty-two characters"));
    const foreign = createRecords(other, createSeal("another secret of thirty-two char"));
    await records.set("typed", { n: 1 }, 60);
    expect(await one.get("typed")).not.toContain('"n"');
    expect(await records.get("typed", z.object({ n: z.number() }))).toEqual({ n: 1 });
    expect(await records.get("typed", z.object({ m: z.string() }))).toBeUndefined();
    expect(await foreign.get("typed", z.unknown())).toBeUndefined();
    expect(await records.take("typed", z.unknown())).toEqual({ n: 1 });
    expect(await records.take("typed", z.unknown())).toBeUndefined();
  });

  test("exclusive work never overlaps, across processes, also when some of it fails", async () => {
    const seal = createSeal("a secret of thirty-two characters");
    const processes = [createRecords(one, seal), createRecords(other, seal)];
    let inside = 0;
    let most = 0;
    const work = async (index: number) => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
      if (index === 3) throw new Error("this one fails");
      return index;
    };
    const runs = Array.from({ length: 8 }, (_, index) =>
      processes[index % 2]?.withLock("job", 30, () => work(index)),
    );
    const outcomes = await Promise.allSettled(runs);
    expect(most).toBe(1);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  });

  test("a lock of a crashed process ends with its lease", async () => {
    await one.lock("lock:dead", "gone", 1);
    const records = createRecords(other, createSeal("a secret of thirty-two characters"));
    expect(await records.withLock("dead", 10, async () => "in")).toBe("in");
  });
});

/** Without the files of its lock. */
const recordFiles = async (folder: string) => (await readdir(folder)).filter((name) => name !== ".turns");

describe("files", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "records-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("file names and contents say nothing about their keys", async () => {
    const store = openFileStore(folder, () => undefined);
    await store.set("session:secret-id", "sealed", 60);
    await store.close();
    const names = await recordFiles(folder);
    expect(names.join()).not.toContain("secret");
    expect(names.every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
    for (const name of names) expect(await readFile(join(folder, name), "utf8")).not.toContain("secret-id");
  });

  test("expired files are cleared when the store opens", async () => {
    const store = openFileStore(folder, () => undefined);
    await store.set("old", "x", 60);
    await store.close();
    for (const name of await recordFiles(folder)) await utimes(join(folder, name), 0, 0);
    await openFileStore(folder, () => undefined).close();
    expect(await recordFiles(folder)).toEqual([]);
  });

  test("a sweep costs the same however much is stored, and continues where much has expired", async () => {
    const many = await mkdtemp(join(tmpdir(), "many-records-"));
    const write = (count: number, name: string, expiresAt: number) => {
      for (let n = 0; n < count; n += 1) {
        const path = join(many, hashedName(`${name} ${n}`));
        writeFileSync(path, "");
        utimesSync(path, 0, expiresAt / 1000);
      }
    };
    const left = async () => (await recordFiles(many)).length;
    vi.useFakeTimers({ toFake: ["setInterval"] });
    try {
      write(8_000, "living", Date.now() + 3600_000);
      write(200, "expired", Date.now() - 3600_000);
      const store = openFileStore(many, () => undefined);
      await expect.poll(left).toBeLessThan(8_200);
      vi.advanceTimersByTime(15 * 60_000);
      await store.close();
      expect(await left(), "the rest in the next sweep").toBe(8_000);
      write(8_000, "living", Date.now() - 3600_000);
      await openFileStore(many, () => undefined).close();
      expect(await left(), "all at once").toBe(0);
    } finally {
      vi.useRealTimers();
      await rm(many, { recursive: true });
    }
  });
});
