import { expect, test } from "vitest";
import { exoSummary } from "#contract/exos.ts";
import { exoSheetPlan } from "./sheet.ts";

const asked = { step: "", timeZone: "Australia/Melbourne" };
const headers = exoSheetPlan.headings(asked).map(({ header }) => header);
const rowsOf = (raw: readonly unknown[], step = "") =>
  exoSheetPlan
    .toRows(
      raw.map((one) => ({ readable: true, row: exoSummary.parse(one), raw: one })),
      { ...asked, step },
    )
    .map((cells) => Object.fromEntries(headers.map((header, index) => [header, cells[index]])));

test("one EXO is one row, each fact in a column: codes as text, times as days on the clock that their header names [returns#export]", () => {
  expect(
    rowsOf([
      {
        id: 71,
        name: "EXO-00071",
        status: { code: "hold", stream: "return/automatic", step: "triage" },
        source_store: "Superdry",
        source_type: "shopify",
        original_order_id: "0071",
        email_address: "kim@example.test",
        updated_at: "2026-11-20T00:00:00Z",
        actions: [{ key: "resume", name: "Resume" }, { key: "reject" }],
      },
    ]),
  ).toEqual([
    {
      "EXO Name": "EXO-00071",
      "EXO ID": "71",
      Status: "On Hold",
      Stream: "Return, automatic",
      Step: "Triage",
      Store: "Superdry",
      "Store Type": "shopify",
      "Order ID": "0071",
      "RA#": null,
      "Email Address": "kim@example.test",
      "Updated At (Australia/Melbourne)": expect.closeTo(46_346 + 11 / 24, 5),
      "Created At (Australia/Melbourne)": null,
      Actions: "Resume; reject",
    },
  ]);
});

test("a screen narrowed to a step has a sheet that is, too [returns#export]", () => {
  const rows = rowsOf(
    [
      { id: "a", status: { step: "triage" } },
      { id: "b", status: { step: "finish" } },
    ],
    "triage",
  );
  expect(rows.map((row) => row["EXO ID"])).toEqual(["a"]);
});

test("a row that could not be read keeps its place, with its id and what is wrong", () => {
  const [cells = []] = exoSheetPlan.toRows([{ readable: false, id: "b", problem: "id: odd", raw: {} }], {
    ...asked,
    step: "triage",
  });
  expect(cells[headers.indexOf("EXO ID")]).toBe("b");
  expect(cells[headers.indexOf("Status")]).toBe("This row could not be read: id: odd");
});
