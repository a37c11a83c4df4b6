import { expect, test } from "vitest";
import { auditColumns } from "./columns.ts";

test("the trail has seven columns, and the spreadsheet also the ids [audit#columns]", () => {
  const columns = Object.values(auditColumns);
  const headers = columns.map(({ header }) => header).join(", ");
  expect(headers).toBe("Line, When, Who, What, Record, Outcome, From address");
  const sheet = columns.flatMap((column) => (column.sheet ?? []).map(({ header }) => header));
  const ids = ["Person's id", "Kind", "Address of the record", "Reference"];
  expect(sheet).toEqual(expect.arrayContaining(ids));
});
