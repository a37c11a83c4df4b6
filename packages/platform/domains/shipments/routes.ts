import { and, desc, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { centsOfQuantity } from "#contract/numbers.ts";
import { getShipments, type ShipmentsQuery, shipmentPageSize } from "#contract/shipments.ts";
import type { Database } from "#database/connect.ts";
import { insertAll } from "#database/insert.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { shipmentLines } from "#platform/database/schema/orders.ts";
import { contains, given, wordIn } from "#platform/database/search.ts";
import { articleIn } from "#platform/domains/orders/rules.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";
import { serve } from "#platform/http/requests.ts";

type StoredLine = typeof shipmentLines.$inferSelect;

/** A shipment row in its wire form (shipments#columns). */
const toWire = (line: StoredLine) => ({
  docketNumber: line.docketNumber,
  orderNumber: line.orderNumber,
  saleDate: line.saleDate.toISOString(),
  styleName: line.styleName,
  colourName: line.colourName,
  styleCode: line.styleCode,
  colourCode: line.colourCode,
  size: line.size,
  amount: line.amount,
  qty: line.quantity,
});

/**
 * One page of 20 docket lines of a store, newest first; `orderId` is a part of the order number, case-insensitive.
 * Lines of counter sales have no order number. An unknown store has none.
 */
async function listShipments(database: Database, { store: name, page, orderId }: ShipmentsQuery) {
  const store = await findStoreByName(database, name);
  if (!store) return [];
  const rows = await database
    .select()
    .from(shipmentLines)
    .where(
      and(
        eq(shipmentLines.storeId, store.id),
        given(wordIn(orderId), (number) => contains(shipmentLines.orderNumber, number)),
      ),
    )
    .orderBy(desc(shipmentLines.position))
    .limit(shipmentPageSize)
    .offset((page - 1) * shipmentPageSize);
  return rows.map(toWire);
}

const soldLine = z.object({
  levelCode: z.string(),
  quantity: z.coerce.number().int().catch(1),
  description: z.string().catch(""),
  colour: z.string().catch(""),
  unitPrice: z.unknown(),
});

const soldLines = z.object({ lineItems: z.array(soldLine.optional().catch(undefined)).catch([]) });

/** Writes the docket of an order that was sent: one line for each of its lines with a level code. */
export async function addOrderDocket(
  transaction: Database,
  storeId: number,
  docket: { number: string; orderNumber: string; saleDate: Date },
  document: JsonObject,
): Promise<void> {
  const lines = soldLines.parse(document).lineItems.flatMap((line) => line ?? []);
  const rows = lines.map(({ levelCode, quantity, description, colour, unitPrice }) => {
    const { productCode, colourCode, sizeCode } = articleIn(levelCode);
    return {
      storeId,
      docketNumber: docket.number,
      orderNumber: docket.orderNumber,
      saleDate: docket.saleDate,
      styleCode: productCode,
      styleName: description,
      colourCode,
      colourName: colour,
      size: sizeCode,
      amount: (centsOfQuantity(unitPrice, quantity) ?? 0) / 100,
      quantity,
    };
  });
  await insertAll(transaction, shipmentLines, rows);
}

/** GET /api/getshipments (calls#shipments). */
export function shipmentRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, {
    call: getShipments,
    permission: "store/shipments",
    summary: "One page of a store's docket lines, newest first",
    answerWith: ({ query }) => listShipments(database, query),
  });
}
