import { expect, test } from "vitest";
import { toListed } from "#app/core/lists/listed.ts";
import { storeEdiOrder, storeInterchange } from "#contract/ediStore.ts";
import { listOf } from "#contract/envelopes.ts";
import { runSync } from "#edifact/index.ts";
import { toInterchangeRow, toOrderRow, toTextPage } from "./lists.ts";

const message = { messageHeader: { messageReferenceNumber: "1" } };

test("a control number shows its direction and the kinds of document [store-edi#control-number, store-edi#interchange-fields]", () => {
  const interchange = {
    orders: [message],
    controls: [message],
    inventoryReports: [],
    despatchAdvices: [message],
  };
  const rows = listOf(storeInterchange).parse([
    { id: "i", status: "hold", direction: "inbound", icn: "0007", interchange },
    { id: "j", direction: "sideways", icn: 8 },
  ]);
  const kinds = "Orders, Controls, Despatches";
  expect(toListed(rows, toInterchangeRow)).toMatchObject([
    { row: { name: "Inbound : 0007", kinds, state: { label: "On Hold" } } },
    { row: { name: 'Unknown: "sideways" : 8', kinds: "" } },
  ]);
});

test("an interchange or order of a test is marked in its row [edi#test]", () => {
  const [test] = toListed(listOf(storeEdiOrder).parse([{ id: "o", test: true }]), toOrderRow);
  const [live] = toListed(listOf(storeEdiOrder).parse([{ id: "o" }]), toOrderRow);
  const [received] = toListed(listOf(storeInterchange).parse([{ id: "i", test: true }]), toInterchangeRow);
  expect([test, live, received]).toMatchObject([
    { row: { isTest: true } },
    { row: { isTest: false } },
    { row: { isTest: true } },
  ]);
});

test("an order's date is that of its source interchange, which links to its other orders [store-edi#orders, store-edi#order-fields]", () => {
  const of = (id: string, createdAt: string, InterchangeType: string, ICN: string) => ({
    ...{ id, type: "InterchangeDocument", createdAt, meta: { InterchangeType, ICN } },
  });
  const references = [
    of("r", "2026-11-20T00:00:00Z", "interchange:desadv", "9"),
    of("s", "2026-11-19T00:00:00Z", "Source", "7"),
    { id: "x/y.edi", type: "Blob" },
  ];
  const rows = listOf(storeEdiOrder).parse([{ id: "o", orderId: "MYR1", status: "completed", references }]);
  const [first] = toListed(rows, toOrderRow);
  const row = { name: "MYR1", at: "2026-11-19T00:00:00.000Z" };
  expect(first).toMatchObject({ row: { ...row, interchangeOrdersHref: "/edi/myer/orders?interchange=s" } });
  expect(first && "row" in first && first.row.references).toMatchObject([
    { label: "Shipment Despatch Advice 9", href: "/edi/myer/interchanges/r" },
    { label: "Source interchange 7" },
    { label: "Blob: x/y.edi" },
  ]);
});

test("the text is split by the interchange's own grammar, one segment a line [store-edi#segments]", () => {
  const text = "UNA:+.? 'UNB+UNOC:3+A+B'FTX+AAI+++IT?'S 5?+3'UNZ+0+1'";
  expect(runSync(toTextPage(text, 1)).lines.map(({ text }) => text)).toEqual([
    "UNA:+.? '",
    "UNB+UNOC:3+A+B'",
    "FTX+AAI+++IT?'S 5?+3'",
    "UNZ+0+1'",
  ]);
  const other = "UNA:+.? ~UNB+UNOC:3+A+B~FTX+IT'S~";
  expect(runSync(toTextPage(other, 1)).lines).toHaveLength(3);
  expect(runSync(toTextPage("", 5))).toMatchObject({ lines: [], page: 1, pages: 1 });
});
