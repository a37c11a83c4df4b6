import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseUnavailable } from "#database/silence.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { createRates, type Rate } from "./rates.server.ts";

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T09:00:00Z") });
});
afterEach(() => vi.useRealTimers());

onPortalDatabases((database) => {
  const anotherProcess: ReturnType<typeof createRates> = (...given) => createRates(database())(...given);
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const one = (rate: Rate, who: string) => anotherProcess(rate, who);

  async function times(count: number, rate: Rate, who: string): Promise<number[]> {
    const waits: number[] = [];
    for (let n = 0; n < count; n += 1) waits.push(await anotherProcess(rate, who));
    return waits;
  }

  test("so many in a window are let through, by two processes together, and as many again once it is over", async () => {
    const rate: Rate = { name: "writes", windows: [{ most: 3, seconds: 60 }] };
    expect(await one(rate, "ada")).toBe(0);
    pass(20_000);
    expect(await times(3, rate, "ada")).toEqual([0, 0, 40]);
    expect(await one(rate, "carl"), "others are counted by themselves").toBe(0);
    pass(40_000);
    expect(await times(4, rate, "ada")).toEqual([0, 0, 0, 60]);
  });

  test("concurrent requests are counted one by one", async () => {
    const rate: Rate = { name: "at once", windows: [{ most: 3, seconds: 60 }] };
    const waits = await Promise.all(Array.from({ length: 6 }, () => anotherProcess(rate, "ada")));
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

  test("while the database is silent, each process counts for itself [errors#rates]", async () => {
    const rate: Rate = { name: "silent", windows: [{ most: 2, seconds: 60 }], grows: true };
    const count = createRates(
      database.watchedBy(async () => {
        throw new DatabaseUnavailable();
      }),
    );
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) waits.push(await count(rate, "ada"));
    expect(waits).toEqual([0, 0, 60, 60]);
  });

  test("a refusal of one window is not counted by another", async () => {
    const rate: Rate = {
      name: "both",
      windows: [
        { most: 2, seconds: 60 },
        { most: 5, seconds: 3600 },
      ],
    };
    for (let minutes = 0; minutes < 2; minutes += 1) {
      expect(await times(4, rate, "ada")).toEqual([0, 0, 60, 60]);
      pass(minute);
    }
    expect(await times(2, rate, "ada")).toEqual([0, 3480]);
  });
});
