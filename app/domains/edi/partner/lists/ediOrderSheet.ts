import { z } from "zod";
import { toSheetColumns } from "#app/lists/columns.ts";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import { type EdiOrder, ediOrder } from "#contract/edi.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { ediOrderColumnKeys, ediOrderColumns } from "./ediOrderColumns.ts";

const options = z.object({ timeZone: z.string() });
const columns = toSheetColumns(ediOrderColumns, ediOrderColumnKeys);

/** An unreadable row still has its place in the sheet, with its id and the error. */
const orderOf = (row: WireRow<EdiOrder>): EdiOrder =>
  row.readable
    ? row.row
    : ediOrder.parse({ id: row.id, attention: [`This row could not be read: ${row.problem}`] });

/** The sheet of the EDI orders, in the call's own pages, whose size the service sets. */
export const ediOrderSheetPlan: SheetPlan<z.output<typeof options>, EdiOrder> = {
  record: ediOrder,
  options,
  headings: ({ timeZone }) => toHeadings(columns, timeZone),
  toRows: (rows, { timeZone }) => toCells(columns, rows.map(orderOf), timeZone),
};
