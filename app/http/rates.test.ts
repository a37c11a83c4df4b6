import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords } from "#app/records/records.server.ts";
import { createSeal } from "#app/records/seal.server.ts";
import type { RecordStore } from "#app/records/store.server.ts";
import { createRates, type Rate } from "./rates.server.ts";

let folder: string;
let stores: RecordStore[];
let now = Date.parse("2026-11-20T09:00:00Z");

/** Two processes of one portal, whose clock the tests move. */
let one: ReturnType<typeof createRates>;
let other: ReturnType<typeof createRates>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rates-"));
  const open = () => openFileStore(folder, () => undefined);
  stores = [open(), open()];
  const [first, second] = stores.map((store) =>
    createRates(createRecords(store, createSeal("s".repeat(32))), () => now),
  );
  if (!first || !second) throw new Error("No stores");
  [one, other] = [first, second];
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await rm(folder, { recursive: true, force: true });
});

const minute = 60_000;
const pass = (ms: number) => {
  now += ms;
};

async function times(count: number, rate: Rate, who: string): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < count; n += 1) waits.push(await (n % 2 === 0 ? one : other)(rate, who));
  return waits;
}

test("so many in a window are let through, by two processes together, and more as the window moves on", async () => {
  const rate: Rate = { name: "writes", windows: [{ most: 3, seconds: 60 }] };
  expect(await one(rate, "ada")).toBe(0);
  pass(20_000);
  expect(await times(3, rate, "ada")).toEqual([0, 0, 40]);
  expect(await one(rate, "carl"), "others are counted by themselves").toBe(0);
  pass(40_000);
  expect(await times(2, rate, "ada")).toEqual([0, 20]);
});

test("what comes at once is counted one by one", async () => {
  const rate: Rate = { name: "at once", windows: [{ most: 3, seconds: 60 }] };
  const waits = await Promise.all([one, other, one, other, one, other].map((count) => count(rate, "ada")));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

test("two windows hold together", async () => {
  const rate: Rate = {
    name: "two windows",
    windows: [
      { most: 2, seconds: 60 },
      { most: 3, seconds: 3600 },
    ],
  };
  expect(await times(3, rate, "ada")).toEqual([0, 0, 60]);
  pass(minute);
  expect(await times(2, rate, "ada")).toEqual([0, 3540]);
});

test("a wait that grows is twice as long each time, an hour at most, and asking meanwhile makes it no longer", async () => {
  const rate: Rate = { name: "vouchers", windows: [{ most: 1, seconds: 60 }], grows: true };
  for (const seconds of [60, 120, 240, 480, 960, 1920, 3600, 3600]) {
    expect(await times(3, rate, "ada")).toEqual([0, seconds, seconds]);
    pass(seconds * 1000);
  }
});
