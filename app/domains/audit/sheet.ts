import { z } from "zod";
import { toSheetColumns } from "#app/lists/columns.ts";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import { auditColumnKeys, auditColumns } from "./columns.ts";
import { type AuditRow, auditRow } from "./model.ts";

const options = z.object({ timeZone: z.string() });
const columns = toSheetColumns(auditColumns, auditColumnKeys);

export const auditSheetPageSize = 1000;

export const auditSheetPlan: SheetPlan<z.output<typeof options>, AuditRow> = {
  record: auditRow,
  options,
  headings: ({ timeZone }) => toHeadings(columns, timeZone),
  toRows: (rows, { timeZone }) =>
    toCells(
      columns,
      rows.flatMap((row) => (row.readable ? [row.row] : [])),
      timeZone,
    ),
};
