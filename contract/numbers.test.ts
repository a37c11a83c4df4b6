import { describe, expect, test } from "vitest";
import {
  centsLessPercent,
  centsOfQuantity,
  dollarsText,
  readCents,
  readMoment,
  readNumber,
} from "./numbers.ts";

describe("a number", () => {
  test.each([
    [5, 5],
    ["5", 5],
    [" 1,234.50 ", 1234.5],
    ["-1,000,000", -1_000_000],
    [".5", 0.5],
    ["100.", 100],
    ["+0.", 0],
    ["-.25", -0.25],
    ["", undefined],
    [".", undefined],
    ["-", undefined],
    ["5 pcs", undefined],
    ["0x10", undefined],
    ["1e3", undefined],
    ["1,2,3", undefined],
    ["1,00.5", undefined],
    ["9".repeat(61), undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [true, undefined],
    [null, undefined],
    [["5"], undefined],
  ])("%j is read as %j", (value, expected) => expect(readNumber(value)).toBe(expected));
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

describe("a moment", () => {
  const at = Date.parse("2026-01-02T03:04:05Z");
  test.each([
    ["2026-01-02T03:04:05Z", at],
    ["2026-01-02T14:04:05.000+11:00", at],
    ["2026-01-02 03:04:05Z", at],
    ["2026-01-02", Date.parse("2026-01-02")],
    [1_767_323_045, at],
    [1_767_323_045_000, at],
    ["1767323045", at],
    ["20261120", undefined],
    [20_261_120, undefined],
    ["Batch 7", undefined],
    ["7", undefined],
    ["yesterday", undefined],
    ["2026-13-01", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j is read as %j", (value, expected) => expect(readMoment(value)).toBe(expected));
});
