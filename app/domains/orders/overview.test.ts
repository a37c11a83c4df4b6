import { expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { orderRecord } from "#contract/orders.ts";
import { chartedOrders, countedWaiting, toOrderAttention, toStatusChart } from "./overview.ts";

const rowsOf = (records: unknown[]) => listOf(orderRecord).parse(records);
const orders = (count: number, status?: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${status}-${index}`,
    status,
    _ts: 1_700_000_000 + index,
  }));

test("counts each status that occurs, known ones in their fixed order, others after them", () => {
  const rows = rowsOf([
    ...orders(1, "ODD"),
    ...orders(2, "COMPLETE"),
    ...orders(3, "PROCESSING"),
    { id: {} },
  ]);
  const chart = toStatusChart(rows, "SNS");
  expect(chart.bars.map(({ status, count }) => [status.label, count])).toEqual([
    ["Processing", 3],
    ["Complete", 2],
    ["ODD", 1],
  ]);
  expect(chart.bars[2]?.href).toBe("/store/SNS/orders?status=ODD");
});

test("the last synchronisation is the newest change; no readable one, none", () => {
  expect(toStatusChart(rowsOf(orders(3, "COMPLETE")), "SNS").lastSynchronised).toBe(
    "2023-11-14T22:13:22.000Z",
  );
  expect(toStatusChart(rowsOf([{ id: 1, _ts: "soon" }]), "SNS").lastSynchronised).toBeUndefined();
});

test("says whether it counted all", () => {
  expect(toStatusChart(rowsOf(orders(1, "COMPLETE")), "SNS").about).toBe("All 1 order");
  expect(toStatusChart(rowsOf(orders(chartedOrders, "COMPLETE")), "SNS").about).toBe("The newest 200 orders");
});

test("attention: a few by name, all by number, a full page as 'or more'", () => {
  const some = toOrderAttention(rowsOf(orders(12, "INVALID")), "SNS");
  expect(some).toMatchObject({ count: "12", none: false });
  expect(some.entries).toHaveLength(8);
  expect(toOrderAttention(rowsOf(orders(countedWaiting, "INVALID")), "SNS").count).toBe("100 or more");
  expect(toOrderAttention([], "SNS").none).toBe(true);
});
