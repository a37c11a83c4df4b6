import { expect, test } from "vitest";
import { controlNumberSeries } from "#contract/ediExtensions.ts";
import { listOf } from "#contract/envelopes.ts";
import { toSeries } from "./controlNumbers.ts";

test("a series counts its gaps and duplicates, and numbers skipped together are one jump [edi#control-number-series]", () => {
  const gaps = [
    { from: "417", to: "417", missing: 1 },
    { from: "500", to: "42281", missing: 41782 },
  ];
  const [series] = toSeries(
    listOf(controlNumberSeries).parse([{ direction: "inbound", gaps, gap_count: 3, duplicate_count: 0 }]),
    false,
  );
  expect(series?.gaps.map(({ words }) => words)).toEqual([
    "417 missing",
    "500 to 42281 skipped: one jump over 41,782 numbers",
  ]);
  expect(series).toMatchObject({ gapCount: "3 gaps", moreGaps: 1, duplicateCount: "0 duplicates" });
});
