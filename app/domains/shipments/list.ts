import { showCells } from "#app/lists/columns.ts";
import { type ListPage, toListed } from "#app/lists/listed.ts";
import { formatCents, plural } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readCents } from "#contract/numbers.ts";
import { type ShipmentRow, shipmentPageSize } from "#contract/shipments.ts";
import { type ShipmentCells, shipmentColumnKeys, shipmentColumns } from "./columns.ts";
import { type Figure, type Shipment, toShipment, withOrderNumber } from "./model.ts";

export type ShipmentLine = { key: string; cells: Partial<ShipmentCells> };

export type ShipmentList = ListPage<ShipmentLine> & {
  /** Says how many rows of this page have no order number and are not shown. */
  dropped?: string;
  /** The totals of the shown rows of this page; none if there are no rows. */
  totals?: string;
};

export type ListContext = {
  storeName: string;
  /** The search of the store's orders for a number; only for users who may open them. */
  orderHref: ((orderNumber: string) => string) | undefined;
};

/** '19 lines on this page: 24 units, $1,234.00' (shipments#totals); non-numeric figures are left out and mentioned. */
function totalsOf(shipments: readonly Shipment[]): string {
  const sum = (figures: readonly Figure[]) =>
    figures.reduce((total, { number }) => total + (readCents(number) ?? 0), 0);
  const unreadable = shipments.filter(({ amount, qty }) =>
    [amount, qty].some(({ number, text }) => number === undefined && text !== ""),
  ).length;
  const lines = plural(shipments.length, "line", "lines");
  const units = plural(sum(shipments.map(({ qty }) => qty)) / 100, "unit", "units");
  const amount = formatCents(sum(shipments.map((shipment) => shipment.amount)));
  const left =
    unreadable === 0 ? "" : `, without ${plural(unreadable, "figure", "figures")} that can't be read`;
  return `${lines} on this page: ${units}, ${amount}${left}.`;
}

/**
 * One page: rows without an order number are dropped and counted (shipments#without-order); a full page may be followed
 * by another (screens#more-rows).
 */
export function toShipmentList(rows: readonly WireRow<ShipmentRow>[], context: ListContext): ShipmentList {
  const { stored, dropped } = withOrderNumber(rows);
  const shipments = stored.flatMap((row) => (row.readable ? [toShipment(row.row, context.storeName)] : []));
  return {
    rows: toListed(stored, (row, index) => ({
      key: String(index),
      cells: showCells(shipmentColumns, shipmentColumnKeys, toShipment(row, context.storeName), context),
    })),
    ...(shipments.length > 0 && { totals: totalsOf(shipments) }),
    ...(dropped === 0
      ? {}
      : {
          dropped: `${plural(dropped, "row without an order number is", "rows without an order number are")} not shown.`,
        }),
    hasNext: rows.length === shipmentPageSize,
  };
}
