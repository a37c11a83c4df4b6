import { expect, test } from "vitest";
import type { z } from "zod";
import { readableRows } from "#app/core/lists/listed.ts";
import type { SheetPlan } from "#app/core/lists/sheetColumns.ts";
import { interchangeSearch, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { ediInterchange, ediOrder } from "#contract/edi.ts";
import { pagedListOf } from "#contract/envelopes.ts";
import { ediOrderSheetPlan, interchangeSheetPlan, toEdiOrderList, toInterchangeList } from "./columns.ts";
import { interchangeFilter } from "./filters.ts";

const now = Date.parse("2026-11-21T00:00:00Z");
const context = {
  username: "riley",
  partnerName: (code: string) => (code === "9300" ? "Myer" : code),
  now,
};
const interchanges = (...items: object[]) =>
  toInterchangeList(pagedListOf(ediInterchange).parse({ items }), context).rows;

test("below an interchange's control reference is what it holds, with the partner at its other end [edi#interchange-columns]", () => {
  const sides = { sender: { identification: "9300" }, recipient: { identification: "501" } };
  const numbers = ["7001", "7002", "7003", "7004", "7005"];
  const orders = { message_counts: { ORDERS: 2 }, document_identifiers: numbers, attention: ["One", "Two"] };
  const inbound = { control_reference: "00417", transmission_direction: "inbound", test: true };
  const rows = interchanges(
    { id: "a", ...inbound, ...sides, ...orders },
    { id: "b", transmission_direction: "outbound", control_reference: "9", ...sides },
    { id: "c", references: [{ type: "inbound-interchange-file", title: "noise.bin" }] },
    { id: "43c66799-6242-4785-a854-8ab274b47a36" },
  );
  const cells = readableRows(rows).map((row) => row.cells);
  const holds = "ORDERS 7001, 7002, 7003 and 2 more";
  expect(cells.map(({ reference }) => reference)).toMatchObject([
    { text: "00417", holds, name: holds, partner: "Myer", isTest: true },
    { text: "9", holds: "", name: "Interchange 9", partner: "501", isTest: false },
    { text: "", holds: "File noise.bin", name: "File noise.bin", partner: "" },
    { text: "", holds: "", name: "Interchange 43c66799-62…" },
  ]);
  expect(cells[0]).toMatchObject({ state: { attention: "One; Two" } });
});

test("below an order's number is the partner's, with what is owed for it and what is late [edi#order-list, edi#order-columns]", () => {
  const dues = { response_due_at: "2026-11-20T01:00:00Z", despatch_due_at: "2026-11-22T01:00:00Z" };
  const named = { id: "o", document_identifier: "7001", utopia_order_number: "MYR1" };
  const items = [
    { ...named, ...dues },
    { id: "p", utopia_order_number: "MYR2" },
  ];
  const { rows } = toEdiOrderList(pagedListOf(ediOrder).parse({ items }), context);
  const [owed, other] = readableRows(rows).map(({ cells }) => cells);
  expect(owed?.order).toMatchObject({ text: "MYR1", href: "/orders/MYR1", holds: "Order 7001" });
  expect(owed?.order?.dues).toMatchObject([
    { label: "Order response", due: { isLate: true } },
    { label: "Despatch advice", due: { isLate: false } },
  ]);
  expect(other).toMatchObject({ order: { name: "Order MYR2", holds: "", dues: [] } });
});

test("an active filter is shown in words, and links to the list without it [edi#active-filters]", () => {
  const filter = interchangeSearch.read("?state=hold&partner=9300&owed=1&page=3");
  expect(interchangeFilter.active(filter, context.partnerName, interchangesPath)).toEqual([
    { label: "State: On Hold", href: `${interchangesPath()}?partner=9300&owed=1` },
    { label: "Partner: Myer", href: `${interchangesPath()}?state=hold&owed=1` },
    {
      label: "The partner owes us the acknowledgement",
      href: `${interchangesPath()}?state=hold&partner=9300`,
    },
  ]);
});

const timeZone = "Australia/Melbourne";
const interchangeOptions = { partners: new Map([["9300", "Myer"]]), timeZone };

function rowOf<Options, Record>(
  plan: SheetPlan<Options, Record>,
  record: z.ZodType<Record>,
  options: Options,
  raw: unknown,
) {
  const headers = plan.headings(options).map(({ header }) => header);
  const [cells = []] = plan.toRows([{ readable: true, row: record.parse(raw), raw }], options);
  return Object.fromEntries(headers.map((header, index) => [header, cells[index]]));
}

const noon = "2026-11-20T01:00:00Z";
const noonInDays = expect.closeTo(46_346.5, 5);

test("an interchange is one row, each fact in a column: numbers as text, all of them, times as days [edi#export]", () => {
  const interchange = {
    ...{ id: "ic-1", control_reference: "00417", transmission_direction: "inbound", test: true },
    ...{ sender: { identification: "9300" }, message_counts: { ORDERS: 4, ORDCHG: 1 } },
    document_identifiers: ["07001", "07002", "07003", "07004"],
    ...{ acknowledged: true, acknowledged_at: noon, acknowledgement_action: "7" },
    acknowledgement_interchange_document_id: "ic-2",
    refused_messages: [{ message_type: "ORDERS", number: "07004" }],
    stream_statuses: {
      "interchange/receive": { state: "hold", step: "receive-inbound-orders" },
      "interchange/send": { state: "completed" },
    },
    references: [{ type: "inbound-interchange-file", uri: "x" }, { title: "Odd" }],
    ...{ attention: ["One", "Two"], created_at: noon, updated_at: noon },
    available_actions: [{ action: "process", title: "Process" }, { action: "cancel" }],
  };
  expect(rowOf(interchangeSheetPlan, ediInterchange, interchangeOptions, interchange)).toEqual({
    State: "On Hold",
    Attention: "One; Two",
    Held: null,
    Messages: "ORDERS; ORDCHG",
    "Document Numbers": "07001; 07002; 07003; 07004",
    Partner: "Myer",
    Test: "Test",
    "Created At (Australia/Melbourne)": noonInDays,
    "Control Reference": "00417",
    Direction: "Inbound",
    Acknowledged: "Yes",
    "Acknowledged At (Australia/Melbourne)": noonInDays,
    Acknowledgement: "1 of 5 messages refused",
    "Acknowledging Interchange": "ic-2",
    "Refused Messages": "ORDERS 07004",
    Stream: "interchange/receive",
    Step: "receive-inbound-orders",
    "Other Streams": "interchange/send: Completed",
    References: "Inbound file; Odd",
    "Updated At (Australia/Melbourne)": noonInDays,
    "Database Document ID": "ic-1",
    Actions: "Process; cancel",
  });
});

test("an EDI order is one row, with what it waits for, what is owed for it and by when [edi#review-list]", () => {
  const order = {
    ...{ id: 7, document_identifier: "07001", utopia_order_number: "0071", test: true },
    ...{ utopia_source_store_group_alias: "MYR", myer_edifact_interchange_document_id: "ic-1" },
    ...{ response_due_at: noon, held_for: "confirmation" },
    stream_statuses: { "order/create": { state: "hold", step: "create-utopia-order" } },
  };
  expect(rowOf(ediOrderSheetPlan, ediOrder, { timeZone }, order)).toEqual({
    State: "On Hold",
    Attention: null,
    Held: "to confirm",
    Order: "07001",
    Test: "Test",
    "Order Response Due (Australia/Melbourne)": noonInDays,
    "Despatch Advice Due (Australia/Melbourne)": null,
    "Created At (Australia/Melbourne)": null,
    "Utopia Order Number": "0071",
    "Source Store Group": "MYR",
    Stream: "order/create",
    Step: "create-utopia-order",
    "Other Streams": null,
    References: null,
    "Updated At (Australia/Melbourne)": null,
    "EDI Myer Interchange Document ID": "ic-1",
    "Database Document ID": "7",
    Actions: "Process",
  });
});

test("unreadable rows keep their places, with their ids and the problem", () => {
  const unreadable = { readable: false, id: "b", problem: "id: odd", raw: {} } as const;
  for (const rows of [
    interchangeSheetPlan.toRows([unreadable], interchangeOptions),
    ediOrderSheetPlan.toRows([unreadable], { timeZone }),
  ]) {
    expect(rows[0]?.[1]).toBe("This row could not be read: id: odd");
    expect(rows[0]).toContain("b");
  }
});
