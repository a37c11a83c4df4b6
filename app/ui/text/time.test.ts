import { expect, test } from "vitest";
import { formatAge, formatDateTime, formatDue, formatRelative, formatSince, unbroken } from "./time.ts";

const MELBOURNE = "Australia/Melbourne";

test("a date reads as a long date and a short time with its zone [screens#times, settings#time-zone]", () => {
  expect(formatDateTime("2026-11-19T23:42:00Z", MELBOURNE)).toBe("20 November 2026, 10:42 am AEDT");
  expect(formatDateTime("2026-07-01T04:05:00Z", MELBOURNE)).toBe("1 July 2026, 2:05 pm AEST");
});

test("the clocks going forward and back change the zone at the minute they do", () => {
  expect(formatDateTime("2026-10-03T15:59:00Z", MELBOURNE)).toBe("4 October 2026, 1:59 am AEST");
  expect(formatDateTime("2026-10-03T16:00:00Z", MELBOURNE)).toBe("4 October 2026, 3:00 am AEDT");
  expect(formatDateTime("2026-04-04T15:59:00Z", MELBOURNE)).toBe("5 April 2026, 2:59 am AEDT");
  expect(formatDateTime("2026-04-04T16:00:00Z", MELBOURNE)).toBe("5 April 2026, 2:00 am AEST");
});

test("midnight and noon are twelve o'clock", () => {
  expect(formatDateTime("2026-01-01T13:00:00Z", MELBOURNE)).toBe("2 January 2026, 12:00 am AEDT");
  expect(formatDateTime("2026-01-01T01:30:00Z", MELBOURNE)).toBe("1 January 2026, 12:30 pm AEDT");
});

test("the zone is the one that is asked for", () => {
  expect(formatDateTime("2026-07-01T04:05:00Z", "Australia/Brisbane")).toBe("1 July 2026, 2:05 pm AEST");
  expect(formatDateTime(Date.UTC(2026, 6, 1, 4, 5), "UTC")).toBe("1 July 2026, 4:05 am UTC");
});

test("what is no time is shown as it came", () => {
  expect(formatDateTime("soon", MELBOURNE)).toBe("soon");
  expect(formatRelative("soon", 0)).toBe("soon");
});

test("relative times use the largest unit that fits, in both directions", () => {
  const now = Date.UTC(2026, 10, 20);
  const ago = (seconds: number) => formatRelative(now - seconds * 1000, now);
  expect(ago(20)).toBe("just now");
  expect(ago(60)).toBe("1 minute ago");
  expect(ago(59 * 60 + 59)).toBe("59 minutes ago");
  expect(ago(2 * 3600)).toBe("2 hours ago");
  expect(ago(86_400)).toBe("1 day ago");
  expect(ago(14 * 86_400)).toBe("2 weeks ago");
  expect(ago(400 * 86_400)).toBe("1 year ago");
  expect(ago(-3 * 86_400)).toBe("in 3 days");
});

test("since when is as short as it is clear, by the day of the zone", () => {
  const now = Date.parse("2026-11-21T22:00:00Z");
  const since = (at: string) => formatSince(at, MELBOURNE, now);
  expect(since("2026-11-21T13:00:00Z")).toBe("12:00 am");
  expect(since("2026-11-21T21:40:00Z")).toBe("8:40 am");
  expect(since("2026-11-21T12:59:00Z")).toBe("21 November");
  expect(since("2025-12-31T13:30:00Z")).toBe("1 January");
  expect(since("2025-12-31T12:30:00Z")).toBe("31 December 2025");
  expect(since("soon")).toBe("soon");
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

test("an age stands with its short date, and with the year where it is another one [screens#age]", () => {
  const now = Date.UTC(2026, 10, 20, 2);
  const ago = (hours: number) => formatAge(now - hours * 3_600_000, MELBOURNE, now);
  expect(ago(0)).toBe("now · 20 Nov");
  expect(ago(0.5)).toBe("30 min · 20 Nov");
  expect(ago(3)).toBe("3 h · 20 Nov");
  expect(ago(30)).toBe("1 d · 19 Nov");
  expect(ago(24 * 40)).toBe("1 mo · 11 Oct");
  expect(ago(24 * 366)).toBe("1 y · 19 Nov 2025");
  expect(ago(-3)).toBe("in 3 h · 20 Nov");
  expect(formatAge("soon", MELBOURNE, now)).toBe("soon");
});
