import { expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { shipmentRow } from "#contract/shipments.ts";
import { docketOf, shipmentColumns, skuOf, toShipment, toShipmentList, withOrderNumber } from "./columns.ts";

test("a docket reads D, the store's number and the docket number [shipments#docket, shipments#store-numbers]", () => {
  const dockets = {
    ...{ Clarks: "D50012", Elka: "D41212", "Hush Puppies": "D60012", REEBOK: "D66612" },
    ...{ "Shoe Warehouse": "D80012", " shoes and sox ": "D99912", Superdry: "D99612" },
    ...{ Volley: "D12", "THE ICONIC": "D12" },
  };
  for (const [store, docket] of Object.entries(dockets)) expect(docketOf(store, "12")).toBe(docket);
  expect(docketOf("Clarks", "")).toBe("");
});

test("the SKU turns every '-' of the colour code, and of nothing else, into '_' [shipments#sku]", () => {
  expect(skuOf({ styleCode: "AB-1", colourCode: "BLK-WHT-2", size: "9-10" })).toBe("AB-1_BLK_WHT_2_9-10");
  expect(skuOf({ styleCode: "AB", colourCode: "", size: "9" })).toBe("AB_9");
});

test("a line shows what was sold, when, and for how much; unusual values are unchanged [shipments#columns]", () => {
  const row = shipmentRow.parse({
    ...{ docketNumber: 7, orderNumber: 5, saleDate: "soon", styleName: "Boot", colourName: "Black" },
    ...{ styleCode: "ST", colourCode: "BLK", size: "8", amount: "n/a", qty: "3" },
  });
  expect(toShipment(row, "Clarks")).toMatchObject({
    ...{ docket: "D5007", orderNumber: "5", saleDate: "soon", sku: "ST_BLK_8" },
    ...{ amount: { text: "n/a" }, qty: { number: 3, text: "3" } },
  });
  expect(
    shipmentColumns
      .views()
      .map(({ header }) => header)
      .join(", "),
  ).toBe("Docket, Order Number, Sale Date, Style Name, Colour Name, Product SKU, Size, Amount, Qty");
});

const listOfRows = (rows: unknown[], orderHref?: (number: string) => string) =>
  toShipmentList(listOf(shipmentRow).parse(rows), { storeName: "Clarks", orderHref });

test("rows without an order number are dropped and counted, before they are a page; unreadable ones stay [shipments#without-order]", () => {
  const rows = [{ orderNumber: 1 }, { orderNumber: " " }, {}, "broken"];
  const { stored, dropped } = withOrderNumber(listOf(shipmentRow).parse(rows));
  expect([stored.map(({ readable }) => readable), dropped]).toEqual([[true, false], 2]);
  expect(listOfRows(rows).dropped).toContain("2 rows without an order number");
});

test("20 rows are a page, counted before any is dropped [shipments#page-size]", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ orderNumber: index % 2 || "" }));
  expect(listOfRows(rows(20)).rows).toHaveLength(10);
  expect([listOfRows(rows(20)).hasNext, listOfRows(rows(19)).hasNext]).toEqual([true, false]);
});

test("the page totals its lines, without invalid numbers [shipments#totals]", () => {
  const totals = (...rows: object[]) => listOfRows(rows).totals;
  const sold = { orderNumber: 1, qty: 2, amount: "1,200.10" };
  const whole = totals(sold, { orderNumber: 1, qty: "1", amount: 0.2 }, { qty: 9, amount: 9 });
  expect(whole).toBe("2 lines on this page: 3 units, $1,200.30.");
  const odd = totals({ orderNumber: 1, qty: 1, amount: "n/a" });
  expect(odd).toBe("1 line on this page: 1 unit, $0.00, without 1 figure that can't be read.");
  expect(totals({ qty: 1 })).toBeUndefined();
});
