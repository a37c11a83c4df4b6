import { z } from "zod";
import { toSheetColumns } from "#app/lists/columns.ts";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type ShipmentRow, shipmentRow } from "#contract/shipments.ts";
import { shipmentColumnKeys, shipmentColumns } from "./columns.ts";
import { toShipment, withOrderNumber } from "./model.ts";

const options = z.object({ storeName: z.string(), timeZone: z.string() });
const columns = toSheetColumns(shipmentColumns, shipmentColumnKeys);

/** A row that could not be read still takes its place in the sheet, with its id and what is wrong. */
const rowOf = (row: WireRow<ShipmentRow>): ShipmentRow =>
  row.readable
    ? row.row
    : shipmentRow.parse({ orderNumber: row.id, styleName: `This row could not be read: ${row.problem}` });

/** The sheet of a store's shipments, in the call's own pages; rows without an order number are left out. */
export const shipmentSheetPlan: SheetPlan<z.output<typeof options>, ShipmentRow> = {
  record: shipmentRow,
  options,
  headings: ({ timeZone }) => toHeadings(columns, timeZone),
  toRows: (rows, { storeName, timeZone }) =>
    toCells(
      columns,
      withOrderNumber(rows).stored.map((row) => toShipment(rowOf(row), storeName)),
      timeZone,
    ),
};
