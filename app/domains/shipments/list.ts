import { showCells } from "#app/lists/columns.ts";
import { type ListPage, toListed } from "#app/lists/listed.ts";
import { plural } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type ShipmentRow, shipmentPageSize } from "#contract/shipments.ts";
import { type ShipmentShown, shipmentColumnKeys, shipmentColumns } from "./columns.ts";
import { toShipment, withOrderNumber } from "./model.ts";

/** One row of the list, ready to show. */
export type ShipmentLine = { key: string; cells: Partial<ShipmentShown> };

export type ShipmentList = ListPage<ShipmentLine> & {
  /** Says how many rows of this page have no order number and are not shown. */
  dropped?: string;
};

export type ListContext = {
  storeName: string;
  /** The store's orders searched for a number; only for people who may open them. */
  orderHref: ((orderNumber: string) => string) | undefined;
};

/**
 * One page: rows without an order number are dropped and counted (shipments#without-order); a full page may be followed
 * by another (screens#more-rows).
 */
export function toShipmentList(rows: readonly WireRow<ShipmentRow>[], context: ListContext): ShipmentList {
  const { kept, dropped } = withOrderNumber(rows);
  return {
    rows: toListed(kept, (row, index) => ({
      key: String(index),
      cells: showCells(shipmentColumns, shipmentColumnKeys, toShipment(row, context.storeName), context),
    })),
    ...(dropped === 0
      ? {}
      : {
          dropped: `${plural(dropped, "row without an order number is", "rows without an order number are")} not shown.`,
        }),
    hasNext: rows.length === shipmentPageSize,
  };
}
