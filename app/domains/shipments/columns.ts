import { defineColumns, linkColumn, textColumn } from "#app/core/lists/columns.ts";
import { readable, toListed } from "#app/core/lists/listed.ts";
import {
  defineSheetPlan,
  type PlainSheetOptions,
  recordOf,
  sheetColumn as sheet,
} from "#app/core/lists/sheetColumns.ts";
import {
  type Amount,
  formatCents,
  formatDollars,
  formatUnits,
  plural,
  shorten,
  toAmount,
  toMoment,
  toText,
  type ValueView,
} from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readCents } from "#contract/numbers.ts";
import { type ShipmentRow, shipmentPageSize, shipmentRow } from "#contract/shipments.ts";

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

/** styleCode_colourCode_size, with '-' in the colour code replaced by '_', of the parts there are (shipments#sku). */
export const skuOf = (row: { styleCode: string; colourCode: string; size: string }): string =>
  [row.styleCode, row.colourCode.replaceAll("-", "_"), row.size].filter(Boolean).join("_");

/** One shipped line for screen and sheet; missing texts are empty. */
export function toShipment(row: ShipmentRow, storeName: string) {
  const codes = {
    styleCode: toText(row.styleCode),
    colourCode: toText(row.colourCode),
    size: toText(row.size),
  };
  return {
    docket: docketOf(storeName, toText(row.docketNumber)),
    orderNumber: toText(row.orderNumber),
    /** An ISO moment, or the unreadable value of the server. */
    saleDate: toMoment(row.saleDate) ?? toText(row.saleDate),
    styleName: toText(row.styleName),
    colourName: toText(row.colourName),
    sku: skuOf(codes),
    ...codes,
    amount: toAmount(row.amount),
    qty: toAmount(row.qty),
  };
}
export type Shipment = ReturnType<typeof toShipment>;

/** The rows with an order number, in the server's order, and the number of dropped ones (shipments#without-order). */
export function withOrderNumber(rows: readonly WireRow<ShipmentRow>[]) {
  const stored = rows.filter((row) => !row.readable || toText(row.row.orderNumber) !== "");
  return { stored, dropped: rows.length - stored.length };
}

/** The link of an order number; undefined for users who may not open orders. */
type Links = { orderHref: ((orderNumber: string) => string) | undefined };

const maxTextLength = 120;

const shownFigure = ({ number, text }: Amount, format: (number: number) => string): ValueView | undefined => {
  if (number !== undefined) return format(number);
  return text === "" ? undefined : { text: shorten(text, 40), note: "Not a number" };
};

/** Non-numeric values stay text. */
const figure = ({ number, text }: Amount) => number ?? text;

/** The columns (shipments#columns); the sheet also has the parts of the SKU. */
export const shipmentColumns = defineColumns<Shipment, Links>()({
  docket: textColumn("Docket", 14, ({ docket }) => docket, { tight: true }),
  order: linkColumn(
    "Order Number",
    18,
    ({ orderNumber }) => orderNumber,
    ({ orderNumber }, { orderHref }) => orderHref?.(orderNumber),
  ),
  saleDate: {
    header: "Sale Date",
    narrow: "plain",
    show: ({ saleDate }) => ({ at: saleDate }),
    sheet: [sheet("Sale Date", 17, ({ saleDate }) => saleDate, "moment")],
  },
  styleName: textColumn("Style Name", 32, ({ styleName }) => styleName, { narrow: "plain" }),
  colourName: textColumn("Colour Name", 20, ({ colourName }) => colourName, { narrow: "plain", rank: 2 }),
  sku: {
    header: "Product SKU",
    tight: true,
    show: ({ sku }) => shorten(sku, maxTextLength),
    sheet: [
      sheet("Product SKU", 28, ({ sku }) => sku),
      sheet("Style Code", 16, ({ styleCode }) => styleCode),
      sheet("Colour Code", 14, ({ colourCode }) => colourCode),
    ],
  },
  size: textColumn("Size", 8, ({ size }) => size, { tight: true, longest: 40 }),
  amount: {
    header: "Amount",
    align: "end",
    tight: true,
    show: ({ amount }) => shownFigure(amount, formatDollars),
    sheet: [sheet("Amount", 12, ({ amount }) => figure(amount), "money")],
  },
  qty: {
    header: "Qty",
    align: "end",
    tight: true,
    show: ({ qty }) => shownFigure(qty, formatUnits),
    sheet: [sheet("Qty", 8, ({ qty }) => figure(qty), "units")],
  },
});

/** The sheet of a store's shipments, in the call's own pages; rows without an order number are left out. */
export const shipmentSheetPlan = defineSheetPlan({
  columns: shipmentColumns.sheet(),
  toEntries: (rows: readonly WireRow<ShipmentRow>[], { storeName = "" }: PlainSheetOptions) =>
    withOrderNumber(rows).stored.map((row) =>
      toShipment(
        recordOf(row, shipmentRow, (orderNumber, styleName) => ({ orderNumber, styleName })),
        storeName,
      ),
    ),
});

/** `orderHref` is the search of the store's orders for a number; only for users who may open them. */
type ListContext = Links & { storeName: string };

/** '19 lines on this page: 24 units, $1,234.00' (shipments#totals); non-numeric figures are left out and mentioned. */
function totalsOf(shipments: readonly Shipment[]): string {
  const sum = (figures: readonly Amount[]) =>
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
export function toShipmentList(rows: readonly WireRow<ShipmentRow>[], context: ListContext) {
  const { stored, dropped } = withOrderNumber(rows);
  const shipments = readable(stored).map((row) => toShipment(row, context.storeName));
  return {
    rows: toListed(stored, (row, index) =>
      shipmentColumns.row(toShipment(row, context.storeName), index, context),
    ),
    /** The totals of the shown rows of this page; none if there are no rows. */
    totals: shipments.length > 0 ? totalsOf(shipments) : undefined,
    /** Says how many rows of this page have no order number and are not shown. */
    dropped:
      dropped === 0
        ? undefined
        : `${plural(dropped, "row without an order number is", "rows without an order number are")} not shown.`,
    hasNext: rows.length === shipmentPageSize,
  };
}
