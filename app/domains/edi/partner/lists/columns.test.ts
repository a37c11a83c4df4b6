import { expect, test } from "vitest";
import { interchangeSearch, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { readableRows } from "#app/lists/listed.ts";
import { ediInterchange, ediOrder } from "#contract/edi.ts";
import { pagedListOf } from "#contract/envelopes.ts";
import { toEdiOrderList, toInterchangeList } from "./columns.ts";
import { interchangeFilter } from "./filters.ts";

const now = Date.parse("2026-11-21T00:00:00Z");
const context = {
  orderHref: (id: string) => `/orders/${id}`,
  username: "riley",
  partnerName: (code: string) => (code === "9300" ? "Myer" : code),
};
const interchanges = (...items: object[]) =>
  toInterchangeList(pagedListOf(ediInterchange).parse({ items }), context, now).rows;

test("an interchange is called by its kinds of message and their numbers, with the partner at its other end [edi#interchange-columns]", () => {
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
  expect(cells.map(({ document }) => document)).toMatchObject([
    { name: "ORDERS", numbers: "7001, 7002, 7003 and 2 more", partner: "Myer", isTest: true },
    { name: "Interchange 9", numbers: "", partner: "501", isTest: false },
    { name: "File noise.bin", partner: "" },
    { name: "Interchange 43c66799-62…" },
  ]);
  expect(cells[0]).toMatchObject({ state: { attention: "One; Two" } });
});

test("an order is listed by the partner's number, with what is owed for it and what is late [edi#order-list, edi#order-columns]", () => {
  const dues = { response_due_at: "2026-11-20T01:00:00Z", despatch_due_at: "2026-11-22T01:00:00Z" };
  const named = { id: "o", document_identifier: "7001", utopia_order_number: "MYR1" };
  const items = [
    { ...named, ...dues, due_time_zone: "Pacific/Auckland" },
    { id: "p", utopia_order_number: "MYR2" },
  ];
  const { rows } = toEdiOrderList(pagedListOf(ediOrder).parse({ items }), context, now);
  const [owed, other] = readableRows(rows).map(({ cells }) => cells);
  expect(owed?.document).toMatchObject({ name: "Order", numbers: "7001" });
  expect(owed?.order).toMatchObject({ href: "/orders/MYR1" });
  expect(owed?.document?.dues).toMatchObject([
    { label: "Order response", due: { isLate: true, timeZone: "Pacific/Auckland" } },
    { label: "Despatch advice", due: { isLate: false, timeZone: "Pacific/Auckland" } },
  ]);
  expect(other).toMatchObject({ document: { name: "Order MYR2", dues: [] } });
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
