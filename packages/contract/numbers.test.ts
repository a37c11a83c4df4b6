import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  centsLessPercent,
  centsOfQuantity,
  dollarsText,
  readCents,
  readMoment,
  readNumber,
} from "./numbers.ts";

test.each([
  [5, 5],
  ["5", 5],
  [" 1,234.50 ", 1234.5],
  ["-1,000,000", -1_000_000],
  [".5", 0.5],
  ["100.", 100],
  ["+0.", 0],
  ["-.25", -0.25],
])("the number %j is read as %j", (value, expected) => expect(readNumber(value)).toBe(expected));

test("an invalid number is not read as one", () => {
  const texts = ["", ".", "-", "5 pcs", "0x10", "1e3", "1,2,3", "1,00.5", "9".repeat(61)];
  for (const none of [...texts, Number.NaN, Number.POSITIVE_INFINITY, true, null, ["5"]])
    expect(readNumber(none), String(none)).toBeUndefined();
});

describe("an amount in cents", () => {
  test.each([
    [1.005, 101],
    ["1.005", 101],
    [8.075, 808],
    [-0.125, -13],
    [-0.001, 0],
    ["1,000.00", 100_000],
    [1e21, 1e23],
    [1e-7, 0],
    ["0.49999999999999999999", 50],
    ["0.004999999999999999999", 0],
    ["n/a", undefined],
  ])("of %j is %j", (value, expected) => expect(readCents(value)).toBe(expected));

  test("of a quantity is exact", () => {
    expect(centsOfQuantity("1.15", 3)).toBe(345);
    expect(centsOfQuantity(0.35, "-3")).toBe(-105);
    expect(centsOfQuantity("19.99", "1,000")).toBe(1_999_000);
    expect(centsOfQuantity("n/a", 1)).toBeUndefined();
  });

  test("less more than all of it is below 0, and less a negative percentage more than it", () => {
    expect(centsLessPercent(10, 150)).toBe(-500);
    expect(centsLessPercent("10.00", "-10")).toBe(1100);
    expect(centsLessPercent("8.50", "5.")).toBe(808);
    expect(centsLessPercent(10, "half")).toBeUndefined();
  });

  test("as a text has two decimals", () => {
    expect([0, 5, 101, 123_450, -5].map(dollarsText)).toEqual(["0.00", "0.05", "1.01", "1234.50", "-0.05"]);
  });
});

test.each([
  "2026-01-02T03:04:05Z",
  "2026-01-02T14:04:05.000+11:00",
  "2026-01-02 03:04:05Z",
  1_767_323_045,
  1_767_323_045_000,
  "1767323045",
])("the moment %j is read", (value) => {
  expect(readMoment(value)).toBe(Date.parse("2026-01-02T03:04:05Z"));
});

test("a day is read as its beginning, and an invalid moment is not read as one", () => {
  expect(readMoment("2026-01-02")).toBe(Date.parse("2026-01-02"));
  for (const none of [
    "20261120",
    20_261_120,
    "Batch 7",
    "7",
    "yesterday",
    "2026-13-01",
    "2026-02-30",
    "2026-02-29T10:00Z",
    "2026-06-31 10:00",
    "0000-01-01",
    "",
    null,
  ])
    expect(readMoment(none), String(none)).toBeUndefined();
});

test("a time without a zone is in UTC, wherever it is read [calls#moments]", () => {
  vi.stubEnv("TZ", "Australia/Melbourne");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new Date(0).getTimezoneOffset(), "the process is elsewhere").not.toBe(0);
  for (const written of ["2026-01-02T03:04:05", "2026-01-02 03:04:05", "2026-01-02T03:04:05Z"])
    expect(readMoment(written), written).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
  expect(readMoment("2026-01-02T03:04")).toBe(Date.UTC(2026, 0, 2, 3, 4));
});
