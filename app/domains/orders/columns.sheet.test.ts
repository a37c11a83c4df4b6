import { expect, test } from "vitest";
import { toCells } from "#app/core/lists/sheetColumns.ts";
import { orderRecord } from "#contract/orders.ts";
import { orderColumns } from "./columns.ts";
import { toOrder } from "./model.ts";

const cellsOf = (record: unknown) => {
  const columns = orderColumns.sheet();
  const [cells = []] = toCells(columns, [toOrder(orderRecord.parse(record))], "UTC");
  return Object.fromEntries(columns.map(({ header }, index) => [header, cells[index]]));
};

test("one order is one row: ids as text, amounts and counts as numbers, times as days", () => {
  const delivery = { street1: "1 High St", suburb: "Kew", state: "VIC", postcode: "0800" };
  const cells = cellsOf({
    ...{ id: 7, status: "UNPROCESSABLE_SOFT", retryCount: 2, nextRetrySchedule: "2026-11-20T12:00:00Z" },
    order: {
      ...{ sourceId: "0071", amountPaid: "129.95", shipments: [{}] },
      lineItems: [{ levelCode: "L1", quantity: 2 }, { levelCode: "L2" }],
      addresses: [{ locationType: "delivery", ...delivery }],
    },
  });
  expect(cells).toMatchObject({
    ...{ Order: "0071", "Record ID": "7", "Amount Paid": 129.95, Units: 2, Lines: "L1 × 2; L2 × ?" },
    ...{ "Delivery Address": "1 High St, Kew VIC 0800", "Delivery Suburb": "Kew" },
    ...{ "Delivery State": "VIC", "Delivery Postcode": "0800", Status: "Soft Failure", Shipments: 1 },
    ...{ "Retry Count": 2, "Next Retry": 46_346.5, Created: null },
  });
});
