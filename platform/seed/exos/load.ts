import { and, desc, eq, inArray } from "drizzle-orm";
import { blobs } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { batchSize, continuePositions, insertRows } from "#platform/seed/insertRows.ts";
import type { SeedContext, SeedPart } from "#platform/seed/part.ts";
import { canComeBack } from "./documents.ts";
import { edgeCaseFiles, exoAt, exoCount, type ReturnedOrder, returnStoreIds } from "./exos.ts";

/** Orders of the seed whose goods can be returned, oldest first. */
async function returnedOrders({ database }: SeedContext, count: number): Promise<ReturnedOrder[]> {
  const rows = await database
    .select({ storeId: orders.storeId, document: orders.document })
    .from(orders)
    .where(and(inArray(orders.storeId, returnStoreIds), eq(orders.status, "COMPLETE")))
    .orderBy(desc(orders.position))
    .limit(count);
  return rows.reverse().filter(({ document }) => canComeBack(document));
}

/** Loads the returns of the existing orders, and the edge-case files of some of them. */
async function loadExos(context: SeedContext): Promise<void> {
  const { database, size, anchor, report } = context;
  const total = exoCount(size);
  const returned = await returnedOrders(context, total);
  for (let start = 1; start <= total; start += batchSize) {
    const length = Math.min(batchSize, total - start + 1);
    const rows = Array.from({ length }, (_, index) => {
      const position = start + index;
      const order = returned[position % returned.length];
      if (!order) throw new Error("The seed has no complete order that could be returned");
      return exoAt(position, order, size, anchor);
    });
    await insertRows(database, "exos", rows);
    report(length);
  }
  await continuePositions(database, "exos");
  for (const { content, ...blob } of edgeCaseFiles) {
    const row = { ...blob, content: new TextEncoder().encode(content), createdAt: anchor };
    await database.insert(blobs).values(row).onConflictDoNothing();
  }
}

export const returnsPart: SeedPart = {
  name: "returns",
  tables: ["exos", "blobs"],
  rows: exoCount,
  load: loadExos,
};
