import { toMoment, toText } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";
import type { ShipmentRow } from "#contract/shipments.ts";

/** The docket prefix of a store, by its name, case-insensitively (shipments#store-numbers). */
const storeNumbers: ReadonlyMap<string, string> = new Map([
  ["clarks", "500"],
  ["elka", "412"],
  ["hush puppies", "600"],
  ["reebok", "666"],
  ["shoe warehouse", "800"],
  ["shoes and sox", "999"],
  ["superdry", "996"],
]);

/** 'D' + store number + docket number (shipments#docket); a store without a number shows 'D' and the docket alone. */
export function docketOf(storeName: string, docketNumber: string): string {
  if (docketNumber === "") return "";
  return `D${storeNumbers.get(storeName.trim().toLowerCase()) ?? ""}${docketNumber}`;
}

/**
 * styleCode_colourCode_size, with '-' in the colour code replaced by '_' (shipments#sku); missing parts are left out.
 */
export const skuOf = (row: { styleCode: string; colourCode: string; size: string }): string =>
  [row.styleCode, row.colourCode.replaceAll("-", "_"), row.size].filter(Boolean).join("_");

/** A number with its original text; only the text if not a number. */
export type Figure = { number?: number; text: string };

/** One shipped line for screen and sheet; missing texts are empty. */
export type Shipment = {
  docket: string;
  orderNumber: string;
  /** An ISO moment, or the unreadable value of the server. */
  saleDate: string;
  styleName: string;
  colourName: string;
  sku: string;
  styleCode: string;
  colourCode: string;
  size: string;
  amount: Figure;
  qty: Figure;
};

const toFigure = (value: unknown): Figure => {
  const number = readNumber(value);
  return { number, text: toText(value) };
};

export function toShipment(row: ShipmentRow, storeName: string): Shipment {
  const codes = {
    styleCode: toText(row.styleCode),
    colourCode: toText(row.colourCode),
    size: toText(row.size),
  };
  return {
    docket: docketOf(storeName, toText(row.docketNumber)),
    orderNumber: toText(row.orderNumber),
    saleDate: toMoment(row.saleDate) ?? toText(row.saleDate),
    styleName: toText(row.styleName),
    colourName: toText(row.colourName),
    sku: skuOf(codes),
    ...codes,
    amount: toFigure(row.amount),
    qty: toFigure(row.qty),
  };
}

/** The rows with an order number, in the server's order, and the number of dropped ones (shipments#without-order). */
export function withOrderNumber(rows: readonly WireRow<ShipmentRow>[]): {
  stored: WireRow<ShipmentRow>[];
  dropped: number;
} {
  const stored = rows.filter((row) => !row.readable || toText(row.row.orderNumber) !== "");
  return { stored, dropped: rows.length - stored.length };
}
