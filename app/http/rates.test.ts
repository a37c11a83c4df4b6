import { expect, test } from "vitest";
import { storeOfFiles, twoProcesses } from "#tests/support/stores.ts";
import { createRates, type Rate } from "./rates.server.ts";

let now = Date.parse("2026-11-20T09:00:00Z");
const processes = twoProcesses(storeOfFiles(), (records) => createRates(records, () => now));

const minute = 60_000;
const pass = (ms: number) => {
  now += ms;
};
const one = (rate: Rate, who: string) => processes()[0](rate, who);

async function times(count: number, rate: Rate, who: string): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < count; n += 1) waits.push(await processes()[n % 2 ? 1 : 0](rate, who));
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

test("concurrent requests are counted one by one", async () => {
  const rate: Rate = { name: "at once", windows: [{ most: 3, seconds: 60 }] };
  const [here, there] = processes();
  const waits = await Promise.all([here, there, here, there, here, there].map((count) => count(rate, "ada")));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

test("two windows hold together", async () => {
  const hourly = { most: 3, seconds: 3600 };
  const rate: Rate = { name: "two windows", windows: [{ most: 2, seconds: 60 }, hourly] };
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
