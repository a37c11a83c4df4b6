import { expect, test } from "vitest";
import { auditColumns } from "./columns.ts";

test("the trail has seven columns, and the spreadsheet the ids besides [audit#columns]", () => {
  const columns = Object.values(auditColumns);
  expect(columns.map(({ header }) => header)).toEqual([
    "Line",
    "When",
    "Who",
    "What",
    "Record",
    "Outcome",
    "From address",
  ]);
  const sheet = columns.flatMap((column) => (column.sheet ?? []).map(({ header }) => header));
  expect(sheet).toEqual(
    expect.arrayContaining(["Person's id", "Kind", "Address of the record", "Reference"]),
  );
});
