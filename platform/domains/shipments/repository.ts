import { and, desc, eq, gt, inArray, lte, max, sql } from "drizzle-orm";
import { z } from "zod";
import { centsOfQuantity } from "#contract/numbers.ts";
import { type ShipmentsQuery, shipmentPageSize } from "#contract/shipments.ts";
import type { Database } from "#platform/database/connect.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { shipmentLines } from "#platform/database/schema/shipments.ts";
import { contains, isSearchable } from "#platform/database/search.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";

type StoredLine = typeof shipmentLines.$inferSelect;

// Positions are 32-bit integers: a page beyond them is empty.
const lastPosition = 2_147_483_647;
// Together with the store's id, the key of the lock under which positions are given out.
const docketLock = 7_440_003;

/** A shipment row as the wire shows it (shipments#columns). */
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

async function newestPosition(database: Database, storeId: number): Promise<number> {
  const [row] = await database
    .select({ newest: max(shipmentLines.position) })
    .from(shipmentLines)
    .where(eq(shipmentLines.storeId, storeId));
  return row?.newest ?? 0;
}

/**
 * One page of 20 docket lines of a store, newest first; `orderId` is a part of the order number, without
 * regard to case. Lines of counter sales have no order number. An unknown store has none.
 */
export async function listShipments(database: Database, { store: name, page, orderId }: ShipmentsQuery) {
  const skipped = (page - 1) * shipmentPageSize;
  if (skipped > lastPosition || ![name, orderId].every(isSearchable)) return [];
  const store = await findStoreByName(database, name);
  if (!store) return [];
  const inStore = eq(shipmentLines.storeId, store.id);
  const number = orderId?.trim();
  const last = number ? 0 : (await newestPosition(database, store.id)) - skipped;
  const wanted = number
    ? inArray(
        shipmentLines.position,
        database
          .select({ position: shipmentLines.position })
          .from(shipmentLines)
          .where(and(inStore, contains(shipmentLines.orderNumber, number)))
          .orderBy(desc(shipmentLines.position))
          .limit(shipmentPageSize)
          .offset(skipped),
      )
    : and(gt(shipmentLines.position, last - shipmentPageSize), lte(shipmentLines.position, last));
  const rows = await database
    .select()
    .from(shipmentLines)
    .where(and(inStore, wanted))
    .orderBy(desc(shipmentLines.position));
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

/** Writes the docket of an order that was sent: one line for each of its lines that names a level code. */
export async function addOrderDocket(
  transaction: Database,
  storeId: number,
  docket: { number: string; orderNumber: string; saleDate: Date },
  document: JsonObject,
): Promise<void> {
  const lines = soldLines.parse(document).lineItems.flatMap((line) => line ?? []);
  if (lines.length === 0) return;
  await transaction.execute(sql`select pg_advisory_xact_lock(${docketLock}, ${storeId})`);
  const newest = await newestPosition(transaction, storeId);
  const rows = lines.map(({ levelCode, quantity, description, colour, unitPrice }, index) => {
    const [styleCode = "", colourCode = "", ...size] = levelCode.split("_");
    return {
      position: newest + index + 1,
      style_code: styleCode,
      style_name: description,
      colour_code: colourCode,
      colour_name: colour,
      size: size.join("_"),
      amount: (centsOfQuantity(unitPrice, quantity) ?? 0) / 100,
      quantity,
    };
  });
  // An order may have more lines than a statement of values has room for parameters: they go as one.
  await transaction.execute(sql`
    insert into ${shipmentLines} (store_id, docket_number, order_number, sale_date, position, style_code, style_name,
      colour_code, colour_name, size, amount, quantity)
    select ${storeId}::integer, ${docket.number}::text, ${docket.orderNumber}::text, ${docket.saleDate.toISOString()}::timestamptz,
      line.position, line.style_code, line.style_name, line.colour_code, line.colour_name, line.size, line.amount,
      line.quantity
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line(position integer, style_code text, style_name text,
      colour_code text, colour_name text, size text, amount numeric, quantity integer)
  `);
}
