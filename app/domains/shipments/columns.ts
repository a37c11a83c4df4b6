import { momentCell, type SheetCell, type SheetColumn, sheetFormats } from "#app/sheets/columns.ts";
import type { Figure, Shipment } from "./model.ts";

export type ShipmentColumnKey =
  | "docket"
  | "order"
  | "saleDate"
  | "styleName"
  | "colourName"
  | "sku"
  | "size"
  | "amount"
  | "qty";

/** A shipment in a sheet: its sale date is on the clock of `timeZone`. */
export type SheetShipment = { shipment: Shipment; timeZone: string };

/** One column of the list, and the columns of the spreadsheet that it becomes. */
export type ShipmentColumn = {
  key: ShipmentColumnKey;
  header: string;
  sheet: readonly SheetColumn<SheetShipment>[];
};

/** What is no number keeps its text. */
const figureCell = ({ number, text }: Figure): SheetCell => number ?? text;

const column = (
  header: string,
  width: number,
  value: (shipment: Shipment, timeZone: string) => SheetCell,
  format?: string,
): SheetColumn<SheetShipment> => ({
  header,
  width,
  ...(format === undefined ? {} : { format }),
  value: ({ shipment, timeZone }) => value(shipment, timeZone),
});

const { money, units, moment } = sheetFormats;

/** The columns of 2 §2.13, for screen and sheet alike; the sheet also has the parts of the SKU. */
export const shipmentColumns: readonly ShipmentColumn[] = [
  { key: "docket", header: "Docket", sheet: [column("Docket", 14, (row) => row.docket)] },
  { key: "order", header: "Order Number", sheet: [column("Order Number", 18, (row) => row.orderNumber)] },
  {
    key: "saleDate",
    header: "Sale Date",
    sheet: [column("Sale Date", 17, (row, timeZone) => momentCell(row.saleDate, timeZone), moment)],
  },
  { key: "styleName", header: "Style Name", sheet: [column("Style Name", 32, (row) => row.styleName)] },
  { key: "colourName", header: "Colour Name", sheet: [column("Colour Name", 20, (row) => row.colourName)] },
  {
    key: "sku",
    header: "Product SKU",
    sheet: [
      column("Product SKU", 28, (row) => row.sku),
      column("Style Code", 16, (row) => row.styleCode),
      column("Colour Code", 14, (row) => row.colourCode),
    ],
  },
  { key: "size", header: "Size", sheet: [column("Size", 8, (row) => row.size)] },
  { key: "amount", header: "Amount", sheet: [column("Amount", 12, (row) => figureCell(row.amount), money)] },
  { key: "qty", header: "Qty", sheet: [column("Qty", 8, (row) => figureCell(row.qty), units)] },
];
