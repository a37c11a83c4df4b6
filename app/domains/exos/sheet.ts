import { z } from "zod";
import { toSheetColumns } from "#app/lists/columns.ts";
import { toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type ExoSummary, exoSummary } from "#contract/exos.ts";
import { exoColumnKeys, exoColumns } from "./columns.ts";
import { rowsAt } from "./list.ts";
import { toExo } from "./model.ts";

/** `step` is the one that the screen is narrowed to; empty for all. */
const options = z.object({ step: z.string(), timeZone: z.string() });
const columns = toSheetColumns(exoColumns, exoColumnKeys);

/** A row that could not be read still takes its place in the sheet, with its id and what is wrong. */
const summaryOf = (row: WireRow<ExoSummary>): ExoSummary =>
  row.readable
    ? row.row
    : exoSummary.parse({ id: row.id, status: { code: `This row could not be read: ${row.problem}` } });

/** The sheet of returns and exchanges, in the call's own pages, whose size is the service's. */
export const exoSheetPlan: SheetPlan<z.output<typeof options>, ExoSummary> = {
  record: exoSummary,
  options,
  headings: ({ timeZone }) => toHeadings(columns, timeZone),
  toRows: (rows, { step, timeZone }) =>
    toCells(
      columns,
      rowsAt(step, rows).map((row) => toExo(summaryOf(row))),
      timeZone,
    ),
};
