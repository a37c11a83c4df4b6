import { expect, test } from "vitest";
import { formatDateTime, formatDue, formatRelative, formatShort, formatSince, unbroken } from "./time.ts";

const MELBOURNE = "Australia/Melbourne";

test.each([
  ["2026-11-19T23:42:00Z", MELBOURNE, "20 November 2026, 10:42 am AEDT"],
  ["2026-07-01T04:05:00Z", MELBOURNE, "1 July 2026, 2:05 pm AEST"],
  ["2026-07-01T04:05:00Z", "Australia/Brisbane", "1 July 2026, 2:05 pm AEST"],
  [Date.UTC(2026, 6, 1, 4, 5), "UTC", "1 July 2026, 4:05 am UTC"],
  // Daylight-saving changes take effect at the exact minute.
  ["2026-10-03T15:59:00Z", MELBOURNE, "4 October 2026, 1:59 am AEST"],
  ["2026-10-03T16:00:00Z", MELBOURNE, "4 October 2026, 3:00 am AEDT"],
  ["2026-04-04T15:59:00Z", MELBOURNE, "5 April 2026, 2:59 am AEDT"],
  ["2026-04-04T16:00:00Z", MELBOURNE, "5 April 2026, 2:00 am AEST"],
  // Midnight and noon are twelve o'clock.
  ["2026-01-01T13:00:00Z", MELBOURNE, "2 January 2026, 12:00 am AEDT"],
  ["2026-01-01T01:30:00Z", MELBOURNE, "1 January 2026, 12:30 pm AEDT"],
  ["soon", MELBOURNE, "soon"],
])(
  "%s in %s reads as a long date and a short time: %s [screens#times, settings#time-zone]",
  (at, zone, words) => {
    expect(formatDateTime(at, zone)).toBe(words);
  },
);

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

test.each([
  [20 * second, "just now"],
  [60 * second, "1 minute ago"],
  [hour - second, "59 minutes ago"],
  [2 * hour, "2 hours ago"],
  [day, "1 day ago"],
  [14 * day, "2 weeks ago"],
  [400 * day, "1 year ago"],
  [-3 * day, "in 3 days"],
])("relative times use the largest unit that fits, in both directions: %i ms is %s", (ago, words) => {
  const now = Date.UTC(2026, 10, 20);
  expect(formatRelative(now - ago, now)).toBe(words);
  expect(formatRelative("soon", 0)).toBe("soon");
});

test.each([
  ["2026-11-21T13:00:00Z", "12:00 am"],
  ["2026-11-21T21:40:00Z", "8:40 am"],
  ["2026-11-21T12:59:00Z", "21 November"],
  ["2025-12-31T13:30:00Z", "1 January"],
  ["2025-12-31T12:30:00Z", "31 December 2025"],
  ["soon", "soon"],
])("since when is as short as it is clear, by the day of the zone: %s, %s", (at, words) => {
  expect(formatSince(at, MELBOURNE, Date.parse("2026-11-21T22:00:00Z"))).toBe(words);
});

test("a due time is an appointment on the clock of its zone, with the year where it is another one [edi#due-words]", () => {
  const now = Date.parse("2026-11-27T08:00:00Z");
  const due = (at: string, zone = MELBOURNE) => formatDue(at, zone, now);
  expect(due("2026-11-29T23:00:00Z")).toBe("Mon 30 Nov, 10:00 am AEDT");
  expect(due("2026-11-29T23:00:00Z", "Pacific/Auckland")).toMatch(/^Mon 30 Nov, 12:00 pm (NZDT|GMT\+13)$/);
  expect(due("2026-12-31T13:00:00Z")).toBe("Fri 1 Jan 2027, 12:00 am AEDT");
  expect(due("soon")).toBe("soon");
  expect(unbroken(due("2026-12-31T13:00:00Z"))).toBe("Fri\u00a01\u00a0Jan 2027, 12:00\u00a0am\u00a0AEDT");
});

test("clocks that were no whole minutes away from UTC show their minute, whatever was read before", () => {
  const shown = (at: string) => formatDateTime(at, MELBOURNE);
  for (const _ of [1, 2]) {
    expect(shown("1890-01-01T00:00:05Z")).toContain("9:39 am");
    expect(shown("1890-01-01T00:00:10Z")).toContain("9:40 am");
  }
});

test.each([
  [0, "now"],
  [0.5, "30 min"],
  [3, "3 h"],
  [12.5, "12 h"],
  [14, "Yesterday 23:00"],
  [30, "Yesterday 07:00"],
  [24 * 40, "11 Oct"],
  [24 * 366, "19 Nov 2025"],
  [-3, "in 3 h"],
  [-20, "Tomorrow 09:00"],
])("a time %f hours ago is as short as a row has room for: %s [screens#age]", (hours, words) => {
  const now = Date.UTC(2026, 10, 20, 2);
  expect(formatShort(now - hours * hour, MELBOURNE, now)).toBe(words);
  expect(formatShort("soon", MELBOURNE, now)).toBe("soon");
});

test("yesterday and tomorrow are calendar days, also beside one of 23 or 25 hours [screens#age]", () => {
  const at = (local: string) => Date.parse(local);
  for (const [moment, now, words] of [
    // Clocks go forward on Sunday, 4 October 2026.
    ["2026-10-04T10:00+11:00", "2026-10-05T00:30+11:00", "Yesterday 10:00"],
    ["2026-10-03T20:00+10:00", "2026-10-05T00:30+11:00", "3 Oct"],
    ["2026-10-04T23:00+11:00", "2026-10-03T00:30+10:00", "Tomorrow 23:00"],
    // And back on Sunday, 5 April 2026.
    ["2026-04-04T20:00+11:00", "2026-04-05T23:30+10:00", "Yesterday 20:00"],
    ["2026-04-04T00:30+11:00", "2026-04-05T23:30+10:00", "Yesterday 00:30"],
    ["2026-04-05T00:10+11:00", "2026-04-05T23:50+10:00", "24 h"],
    ["2026-04-05T23:30+10:00", "2026-04-04T10:00+11:00", "Tomorrow 23:30"],
  ] as const)
    expect(formatShort(at(moment), MELBOURNE, at(now)), `${moment} at ${now}`).toBe(words);
});
