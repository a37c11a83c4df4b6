import { z } from "zod";
import { toSheetColumns } from "#app/lists/columns.ts";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import { type EdiInterchange, ediInterchange } from "#contract/edi.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { interchangeColumnKeys, interchangeColumns, withPartnerName } from "./interchangeColumns.ts";

/** `partners` has the partners' names by identification. */
const options = z.object({ partners: z.map(z.string(), z.string()), timeZone: z.string() });
const columns = toSheetColumns(interchangeColumns, interchangeColumnKeys);

/** An unreadable row still has its place in the sheet, with its id and the error. */
const interchangeOf = (row: WireRow<EdiInterchange>): EdiInterchange =>
  row.readable
    ? row.row
    : ediInterchange.parse({ id: row.id, attention: [`This row could not be read: ${row.problem}`] });

/** The sheet of the interchanges, in the call's own pages, whose size the service sets. */
export const interchangeSheetPlan: SheetPlan<z.output<typeof options>, EdiInterchange> = {
  record: ediInterchange,
  options,
  headings: ({ timeZone }) => toHeadings(columns, timeZone),
  toRows: (rows, { partners, timeZone }) =>
    toCells(
      columns,
      rows.map((row) => withPartnerName(interchangeOf(row), (code) => partners.get(code) ?? code)),
      timeZone,
    ),
};
