import { ediCounters } from "#platform/database/schema/ediPartners.ts";
import { orderSeries } from "#platform/domains/edi/documents/counters.ts";
import { batchSize, continuePositions, insertRows } from "#platform/seed/insertRows.ts";
import type { SeedContext, SeedPart } from "#platform/seed/part.ts";
import { seedStores } from "#platform/seed/stores.ts";
import { orderAt } from "./orders.ts";
import { type ShipmentLine, shipmentLinesOf } from "./shipmentLines.ts";
import { orderCount, orderTimeline, orderTotal } from "./timeline.ts";

async function loadOrders({ database, size, anchor, report }: SeedContext): Promise<void> {
  const newest = new Map<number, number>();
  const placed = (line: ShipmentLine) => {
    const position = (newest.get(line.store_id) ?? 0) + 1;
    newest.set(line.store_id, position);
    return { ...line, position };
  };
  let orders: object[] = [];
  let lines: object[] = [];
  const flush = async () => {
    await insertRows(database, "orders", orders);
    await insertRows(database, "shipment_lines", lines);
    report(orders.length);
    orders = [];
    lines = [];
  };
  for (const place of orderTimeline(size, anchor)) {
    const { row, sold } = orderAt(place, size, anchor);
    orders.push(row);
    lines.push(...shipmentLinesOf(place, row, sold, size).map(placed));
    if (orders.length === batchSize) await flush();
  }
  await flush();
  for (const table of ordersPart.tables) await continuePositions(database, table);
  await database
    .insert(ediCounters)
    .values(seedStores.map((store) => ({ series: orderSeries(store.id), last: orderCount(store, size) })));
}

export const ordersPart: SeedPart = {
  name: "orders",
  tables: ["orders", "shipment_lines"],
  rows: orderTotal,
  load: loadOrders,
};
