import { formatDollars, formatUnits, plural, type ShownValue, shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type ShipmentRow, shipmentPageSize } from "#contract/shipments.ts";
import { type Figure, toShipment, withOrderNumber } from "./model.ts";

/** One row of the list, ready to show. */
export type ShipmentLine = {
  docket: string;
  orderNumber: string;
  /** The store's orders searched for this number; only for people who may open them. */
  orderHref?: string;
  saleDate: string;
  styleName: string;
  colourName: string;
  sku: string;
  size: string;
  amount?: ShownValue;
  qty?: ShownValue;
};
export type ListRow =
  | { key: string; shipment: ShipmentLine }
  | { key: string; unreadable: { id: string; problem: string } };

export type ShipmentList = {
  rows: ListRow[];
  /** Says how many rows of this page have no order number and are not shown. */
  dropped?: string;
  hasNext: boolean;
};

const longestText = 120;

const shown = ({ number, text }: Figure, format: (number: number) => string): ShownValue | undefined => {
  if (number !== undefined) return format(number);
  return text === "" ? undefined : { text: shorten(text, 40), note: "Not a number" };
};

function toLine(wire: ShipmentRow, context: ListContext): ShipmentLine {
  const row = toShipment(wire, context.storeName);
  const amount = shown(row.amount, formatDollars);
  const qty = shown(row.qty, formatUnits);
  return {
    docket: shorten(row.docket, longestText),
    orderNumber: shorten(row.orderNumber, longestText),
    ...(context.orderHref ? { orderHref: context.orderHref(row.orderNumber) } : {}),
    saleDate: row.saleDate,
    styleName: shorten(row.styleName, longestText),
    colourName: shorten(row.colourName, longestText),
    sku: shorten(row.sku, longestText),
    size: shorten(row.size, 40),
    ...(amount === undefined ? {} : { amount }),
    ...(qty === undefined ? {} : { qty }),
  };
}

export type ListContext = {
  storeName: string;
  /** Where an order number leads to; undefined for people who may not open orders. */
  orderHref: ((orderNumber: string) => string) | undefined;
};

/** One page: rows without an order number are dropped and said; a full page may be followed (2 §7, §9). */
export function toShipmentList(rows: readonly WireRow<ShipmentRow>[], context: ListContext): ShipmentList {
  const { kept, dropped } = withOrderNumber(rows);
  return {
    rows: kept.map((row, index) =>
      row.readable
        ? { key: String(index), shipment: toLine(row.row, context) }
        : { key: String(index), unreadable: { id: row.id, problem: row.problem } },
    ),
    ...(dropped === 0
      ? {}
      : {
          dropped: `${plural(dropped, "row without an order number is", "rows without an order number are")} not shown.`,
        }),
    hasNext: rows.length === shipmentPageSize,
  };
}
