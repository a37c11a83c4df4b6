import { expect, test } from "vitest";
import { auditColumns } from "./columns.ts";

test("the trail has seven columns, and the spreadsheet also the ids [audit#columns]", () => {
  const headers = auditColumns
    .views()
    .map(({ header }) => header)
    .join(", ");
  expect(headers).toBe("Line, When, Who, What, Record, Outcome, From address");
  const sheet = auditColumns.sheet().map(({ header }) => header);
  const ids = ["Person's id", "Kind", "Address of the record", "Reference"];
  expect(sheet).toEqual(expect.arrayContaining(ids));
});
