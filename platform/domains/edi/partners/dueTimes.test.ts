import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "#tests/support/models.ts";
import { dueAt, owedBefore } from "./dueTimes.ts";

const weekdays = [1, 2, 3, 4, 5];
const melbourne = "Australia/Melbourne";
const every = [1, 2, 3, 4, 5, 6, 7];

describe("due times by the partner's clock and working days [edi#due-times]", () => {
  test.each<[what: string, since: string, hours: number, due: string, days?: number[], zone?: string]>([
    ["within a day", "2026-11-27T09:00+11:00", 4, "2026-11-27T13:00+11:00"],
    ["Friday evening", "2026-11-27T18:05+11:00", 24, "2026-11-30T18:05+11:00"],
    ["to midnight", "2026-11-27T20:00+11:00", 4, "2026-11-30T00:00+11:00"],
    ["on Saturday", "2026-11-28T12:00+11:00", 4, "2026-11-30T04:00+11:00"],
    ["at once, on Sunday", "2026-11-29T12:00+11:00", 0, "2026-11-30T00:00+11:00"],
    ["weekends too", "2026-11-27T18:05+11:00", 24, "2026-11-28T18:05+11:00", every],
    ["a day in a week", "2026-11-25T12:00+11:00", 36, "2026-12-09T00:00+11:00", [3]],
    ["Saturday there", "2026-11-27T12:00Z", 4, "2026-11-30T04:00+13:00", weekdays, "Pacific/Auckland"],
    ["still Friday there", "2026-11-27T12:00Z", 4, "2026-11-27T08:00-08:00", weekdays, "America/Los_Angeles"],
    [
      "Sunday to Thursday",
      "2026-11-26T22:00+03:00",
      4,
      "2026-11-29T02:00+03:00",
      [7, 1, 2, 3, 4],
      "Asia/Riyadh",
    ],
    ["a day of 23 hours", "2026-10-03T12:00+10:00", 24, "2026-10-04T13:00+11:00", every],
    ["a day of 25 hours", "2026-04-04T12:00+11:00", 24, "2026-04-05T11:00+10:00", every],
    ["a clock change at the weekend", "2026-10-02T12:00+10:00", 24, "2026-10-05T12:00+11:00"],
    ["a day without midnight", "2026-03-28T12:00+02:00", 2, "2026-03-29T03:00+03:00", [7], "Asia/Beirut"],
    ["a day that nobody had", "2011-12-29T12:00-10:00", 24, "2011-12-31T12:00+14:00", every, "Pacific/Apia"],
  ])("%s", (_, since, hours, due, workingDays = weekdays, timeZone = melbourne) => {
    const found = dueAt(new Date(since), { hours, timeZone, workingDays, closedDays: [] });
    expect(found.toISOString()).toBe(new Date(due).toISOString());
  });

  test("closed days are none, where they are closed there", () => {
    const open = { timeZone: melbourne, workingDays: weekdays, hours: 24 };
    const christmas = { ...open, closedDays: ["2026-12-25", "2026-12-28"] };
    const after = new Date("2026-12-29T18:00+11:00");
    expect(dueAt(new Date("2026-12-24T18:00+11:00"), christmas)).toEqual(after);
    const there = { ...open, hours: 0, workingDays: every, closedDays: ["2026-12-25"] };
    expect(dueAt(new Date("2026-12-24T12:00Z"), there)).toEqual(new Date("2026-12-24T12:00Z"));
  });

  const quarter = 900_000;
  const terms = (maxHours: number, from: Date) =>
    fc.record({
      hours: fc.integer({ min: 0, max: maxHours * 4 }).map((quarters) => quarters / 4),
      timeZone: fc.constantFrom(
        ...[melbourne, "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Asia/Beirut"],
        ...["America/Havana", "Pacific/Auckland", "UTC"],
      ),
      workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      closedDays: fc
        .uniqueArray(fc.integer({ min: -30, max: 30 }))
        .map((days) =>
          days.map((day) => new Date(from.getTime() + day * 86_400_000).toISOString().slice(0, 10)),
        ),
    });
  const since = fc
    .integer({ min: Date.UTC(2020, 0, 1) / quarter, max: Date.UTC(2030, 0, 1) / quarter })
    .map((quarters) => new Date(quarters * quarter));
  const owed = (maxHours: number) =>
    since.chain((from) => fc.tuple(fc.constant(from), terms(maxHours, from)));

  test("exactly the hours are on working days, and the due time is on a working day", () => {
    const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    fc.assert(
      fc.property(owed(120), ([from, partner]) => {
        const { hours, timeZone, workingDays, closedDays } = partner;
        const clock = new Intl.DateTimeFormat("en", { timeZone, weekday: "short" });
        const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone });
        const isOpen = (at: number) =>
          workingDays.includes(names.indexOf(clock.format(at)) + 1) &&
          !closedDays.includes(calendar.format(at));
        const due = dueAt(from, partner).getTime();
        let open = 0;
        for (let at = from.getTime(); at < due; at += quarter) if (isOpen(at)) open += 1;
        expect(open).toBe(hours * 4);
        expect(isOpen(due)).toBe(true);
      }),
      { numRuns: cases(150) },
    );
  });

  test("due before a moment equals owed since before its bound", () => {
    const away = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -2e9, max: 2e9 }));
    fc.assert(
      fc.property(owed(2000), away, away, ([from, partner], later, near) => {
        const due = dueAt(from, partner);
        const at = new Date(due.getTime() + near);
        expect(from < owedBefore(at, partner)).toBe(due < at);
        const other = new Date(from.getTime() + later);
        expect(other < owedBefore(at, partner)).toBe(dueAt(other, partner) < at);
      }),
      { numRuns: cases(500) },
    );
  });
});
