import { describe, expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { shipmentRow } from "#contract/shipments.ts";
import { toShipmentList } from "./list.ts";
import { docketOf, skuOf, toShipment, withOrderNumber } from "./model.ts";

describe("docket", () => {
  test.each([
    ["Clarks", "D50012"],
    ["Elka", "D41212"],
    ["Hush Puppies", "D60012"],
    ["REEBOK", "D66612"],
    ["Shoe Warehouse", "D80012"],
    [" shoes and sox ", "D99912"],
    ["Superdry", "D99612"],
    ["Volley", "D12"],
    ["THE ICONIC", "D12"],
  ])("of %s is %s", (store, docket) => {
    expect(docketOf(store, "12")).toBe(docket);
  });

  test("a row without a docket number has none", () => {
    expect(docketOf("Clarks", "")).toBe("");
  });
});

test("the SKU turns every '-' of the colour code, and of nothing else, into '_'", () => {
  expect(skuOf({ styleCode: "AB-1", colourCode: "BLK-WHT-2", size: "9-10" })).toBe("AB-1_BLK_WHT_2_9-10");
  expect(skuOf({ styleCode: "AB", colourCode: "", size: "9" })).toBe("AB_9");
});

test("rows without an order number are dropped and counted; unreadable ones stay", () => {
  const rows = listOf(shipmentRow).parse([{ orderNumber: 1 }, { orderNumber: " " }, {}, "broken"]);
  const { kept, dropped } = withOrderNumber(rows);
  expect(dropped).toBe(2);
  expect(kept.map(({ readable }) => readable)).toEqual([true, false]);
});

test("the page says what its lines come to, without figures that are no numbers", () => {
  const totals = (rows: object[]) =>
    toShipmentList(listOf(shipmentRow).parse(rows), { storeName: "Clarks", orderHref: undefined }).totals;
  expect(
    totals([
      { orderNumber: 1, qty: 2, amount: "1,200.10" },
      { orderNumber: 1, qty: "1", amount: 0.2 },
      { qty: 9, amount: 9 },
    ]),
  ).toBe("2 lines on this page: 3 units, $1,200.30.");
  expect(totals([{ orderNumber: 1, qty: 1, amount: "n/a" }])).toBe(
    "1 line on this page: 1 unit, $0.00, without 1 figure that can't be read.",
  );
  expect(totals([{ qty: 1 }])).toBeUndefined();
});

test("odd values are kept as they came", () => {
  const row = shipmentRow.parse({ orderNumber: 5, saleDate: "soon", amount: "n/a", qty: "3" });
  expect(toShipment(row, "Clarks")).toMatchObject({
    orderNumber: "5",
    saleDate: "soon",
    amount: { text: "n/a" },
    qty: { number: 3, text: "3" },
  });
});
