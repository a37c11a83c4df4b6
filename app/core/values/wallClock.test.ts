import { describe, expect, test } from "vitest";
import { createdWithin, dayStart, fromWallTime, isYesterday, toWallTime } from "./wallClock.ts";

const melbourne = "Australia/Melbourne";
const iso = (date: string, time: string, zone = melbourne) => {
  const moment = fromWallTime({ date, time }, zone);
  return moment && { at: new Date(moment.at).toISOString(), kind: moment.kind };
};

describe("a moment on the wall", () => {
  test.each([
    ["2026-11-20T13:00:00Z", melbourne, "2026-11-21", "00:00"],
    ["2026-06-30T14:00:00Z", melbourne, "2026-07-01", "00:00"],
    ["2026-11-20T13:30:00Z", melbourne, "2026-11-21", "00:30"],
    ["2026-11-20T13:00:59Z", melbourne, "2026-11-21", "00:00:59"],
    ["2026-11-20T13:00:00Z", "Asia/Kolkata", "2026-11-20", "18:30"],
    ["2026-11-20T13:00:00Z", "UTC", "2026-11-20", "13:00"],
    ["0800-01-01T00:00:00Z", "UTC", "0800-01-01", "00:00"],
  ])("%s in %s", (at, zone, date, time) => {
    expect(toWallTime(Date.parse(at), zone)).toEqual({ date, time });
  });
});

describe("a wall time as a moment", () => {
  test.each([
    ["in summer", "2026-11-21", "00:00", "2026-11-20T13:00:00.000Z", "plain"],
    ["in winter", "2026-07-01", "00:00", "2026-06-30T14:00:00.000Z", "plain"],
    ["before clocks jump", "2026-10-04", "01:00", "2026-10-03T15:00:00.000Z", "plain"],
    [
      "an hour that they jump over is the one after it",
      "2026-10-04",
      "02:00",
      "2026-10-03T16:00:00.000Z",
      "gap",
    ],
    ["the hour after it", "2026-10-04", "03:00", "2026-10-03T16:00:00.000Z", "plain"],
    ["of an hour that they show twice the first", "2026-04-05", "02:00", "2026-04-04T15:00:00.000Z", "twice"],
    ["the hour after those", "2026-04-05", "03:00", "2026-04-04T17:00:00.000Z", "plain"],
  ])("%s: %s %s", (_, date, time, at, kind) => {
    expect(iso(date, time)).toEqual({ at, kind });
  });

  test("a midnight that does not exist begins an hour later", () => {
    const gap = { at: "2018-11-04T03:00:00.000Z", kind: "gap" };
    expect(iso("2018-11-04", "00:00", "America/Sao_Paulo")).toEqual(gap);
  });

  test.each([
    ["2026-02-30", "00:00"],
    ["2026-13-01", "00:00"],
    ["next week", "00:00"],
    ["", "00:00"],
    ["2026-02-03", "24:00"],
    ["2026-02-03", ""],
  ])("%s %s is none", (date, time) => expect(iso(date, time)).toBeUndefined());

  test.each([melbourne, "UTC", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"])(
    "every hour of a leap year comes back from %s, or is the first of two",
    (zone) => {
      for (let at = Date.UTC(2027, 11, 31); at < Date.UTC(2029, 0, 2); at += 3_600_000) {
        const back = fromWallTime(toWallTime(at, zone), zone);
        const isSecond = back?.kind === "twice" && at - back.at > 0 && at - back.at <= 3_600_000;
        if (back?.at !== at && !isSecond) throw new Error(`${new Date(at).toISOString()} in ${zone}`);
      }
    },
  );
});

test.each([melbourne, "UTC", "America/New_York", "Pacific/Kiritimati"])(
  "the first and the last day that a field can send are moments in %s, too [rules#edited, addresses#bad-filter]",
  (zone) => {
    for (const date of ["0001-01-01", "0099-12-31", "9999-12-30", "9999-12-31"])
      for (const time of ["00:00", "23:59"]) {
        const moment = fromWallTime({ date, time }, zone);
        expect(moment?.kind, date).toBe("plain");
        expect(toWallTime(moment?.at ?? 0, zone)).toEqual({ date, time });
      }
    expect(fromWallTime({ date: "0000-11-20", time: "00:00" }, zone)).toBeUndefined();
    // Beyond the year 9999 there is no limit that a service can be sent.
    for (const day of ["9999-12-31", "1000-01-01"])
      for (const at of Object.values(createdWithin({ from: day, to: day }, zone, 0)))
        expect(at).toMatch(/^\d{4}-/);
  },
);

test("'yesterday' is the calendar day before, also where that has 23 or 25 hours [today#since]", () => {
  const isIt = (at: string, now: string) => isYesterday(Date.parse(at), melbourne, Date.parse(now));
  // 5 October 2026, 0:30 am: the day before was 23 hours long.
  expect(isIt("2026-10-04T12:00:00Z", "2026-10-04T13:30:00Z")).toBe(true);
  expect(isIt("2026-10-03T13:59:00Z", "2026-10-04T13:30:00Z")).toBe(false);
  // 5 April, 11:30 pm: that morning is no yesterday.
  expect(isIt("2026-04-04T22:00:00Z", "2026-04-05T13:30:00Z")).toBe(false);
  expect(isIt("2026-04-04T12:00:00Z", "2026-04-05T13:30:00Z")).toBe(true);
});

test("a day begins at midnight of the zone, also where the clocks change on it", () => {
  expect(dayStart("2026-10-04", melbourne)?.toISOString()).toBe("2026-10-03T14:00:00.000Z");
  expect(dayStart("2026-10-04", melbourne, 1)?.toISOString()).toBe("2026-10-04T13:00:00.000Z");
  expect(dayStart("2026-12-31", melbourne, 1)?.toISOString()).toBe("2026-12-31T13:00:00.000Z");
  expect(dayStart("2026-02-30", melbourne)).toBeUndefined();
});

describe("days of creation", () => {
  const zone = "Australia/Melbourne";
  const now = Date.parse("2026-11-23T05:40:59Z");

  const noon = (day: number) => `2026-11-${day}T13:00:00.000Z`;

  test.each([
    [
      "days begin in the zone, and the last one counts whole",
      { from: "2026-11-20", to: "2026-11-21" },
      noon(19),
      noon(21),
    ],
    ["no day is no limit", {}, undefined, undefined],
    ["nor is what is no day", { from: "2026-02-30" }, undefined, undefined],
    ["an age counts from the hour", { older: "3" }, undefined, "2026-11-20T05:00:00.000Z"],
    [
      "the earlier of two ends holds",
      { older: "3", to: "2026-11-22" },
      undefined,
      "2026-11-20T05:00:00.000Z",
    ],
    ["whichever that is", { older: "1", to: "2026-11-19" }, undefined, noon(19)],
  ])("%s", (_, days, createdFrom, createdBefore) => {
    const expected = Object.entries({ createdFrom, createdBefore }).filter(([, at]) => at !== undefined);
    expect(createdWithin(days, zone, now)).toEqual(Object.fromEntries(expected));
  });
});
