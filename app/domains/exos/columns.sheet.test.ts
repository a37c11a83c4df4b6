import { expect, test } from "vitest";
import { exoSummary } from "#contract/exos.ts";
import { exoSheetPlan } from "./columns.ts";

const choice = { step: "", timeZone: "Australia/Melbourne" };
const headers = exoSheetPlan.headings(choice).map(({ header }) => header);
const rowsOf = (raws: readonly unknown[], step = "") => {
  const read = raws.map((raw) => ({ readable: true, row: exoSummary.parse(raw), raw }) as const);
  const rows = exoSheetPlan.toRows(read, { ...choice, step });
  return rows.map((cells) => Object.fromEntries(headers.map((header, index) => [header, cells[index]])));
};

test("one EXO is one row, each fact in a column: codes as text, times as days on the clock that their header names [returns#export]", () => {
  const record = {
    ...{ id: 71, name: "EXO-00071", source_store: "Superdry", source_type: "shopify" },
    status: { code: "hold", stream: "return/automatic", step: "triage" },
    ...{ original_order_id: "0071", email_address: "kim@example.test", updated_at: "2026-11-20T00:00:00Z" },
    actions: [{ key: "resume", name: "Resume" }, { key: "reject" }],
  };
  expect(rowsOf([record])).toEqual([
    {
      ...{ "EXO Name": "EXO-00071", "EXO ID": "71", Status: "On Hold", Stream: "Return, automatic" },
      ...{ Step: "Triage", Store: "Superdry", "Store Type": "shopify", "Order ID": "0071", "RA#": null },
      ...{ "Email Address": "kim@example.test", Actions: "Resume; reject" },
      "Updated At (Australia/Melbourne)": expect.closeTo(46_346 + 11 / 24, 5),
      "Created At (Australia/Melbourne)": null,
    },
  ]);
});

test("a screen narrowed to a step has a sheet that is, too [returns#export]", () => {
  const steps = Object.entries({ a: "triage", b: "finish" });
  const rows = rowsOf(
    steps.map(([id, step]) => ({ id, status: { step } })),
    "triage",
  );
  expect(rows.map((row) => row["EXO ID"])).toEqual(["a"]);
});

test("an unreadable row keeps its place, with its id and the problem", () => {
  const unreadable = { readable: false, id: "b", problem: "id: odd", raw: {} } as const;
  const [cells = []] = exoSheetPlan.toRows([unreadable], { ...choice, step: "triage" });
  expect(cells[headers.indexOf("EXO ID")]).toBe("b");
  expect(cells[headers.indexOf("Status")]).toBe("This row could not be read: id: odd");
});
