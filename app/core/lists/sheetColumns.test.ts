import { describe, expect, test } from "vitest";
import { type SheetColumn, sheetColumn, toCells, toHeadings } from "./sheetColumns.ts";

const momentIn = (timeZone: string, moment: string | undefined) =>
  toCells([sheetColumn<undefined>("At", 17, () => moment, "moment")], [undefined], timeZone)[0]?.[0];

describe("a moment as Excel counts days", () => {
  test.each([
    ["1900-03-01T00:00:00Z", "UTC", 61],
    ["2026-11-20T12:00:00Z", "UTC", 46_346.5],
    ["2026-11-20T00:00:00Z", "Australia/Melbourne", 46_346 + 11 / 24],
    ["2026-06-30T14:00:00Z", "Australia/Melbourne", 46_204],
  ])("%s on the clock of %s", (moment, zone, days) => {
    expect(momentIn(zone, moment)).toBeCloseTo(days, 5);
  });

  test("an invalid moment is unchanged", () => {
    expect(momentIn("UTC", "soon")).toBe("soon");
    expect(momentIn("UTC", undefined)).toBeNull();
  });
});

test("the heading of moments names the zone, and has room for it", () => {
  const moments = sheetColumn<undefined>("At", 17, () => undefined, "moment");
  expect(toHeadings([moments], "Australia/Melbourne")).toMatchObject([
    { header: "At (Australia/Melbourne)", width: 24 },
  ]);
});

test("headings and cells follow one definition", () => {
  const columns: SheetColumn<{ code: string; count: number }>[] = [
    { header: "Code", width: 10, value: ({ code }) => code },
    { header: "Count", width: 5, kind: "units", value: ({ count }) => count },
  ];
  expect(toHeadings(columns)).toEqual([
    { header: "Code", width: 10 },
    { header: "Count", width: 5, format: "#,##0.##" },
  ]);
  const cells = (code: string, count: number) => toCells(columns, [{ code, count }])[0];
  expect(cells("007\u0000", 7)).toEqual(["007", 7]);
  expect(cells("", 0)).toEqual([null, 0]);
});
