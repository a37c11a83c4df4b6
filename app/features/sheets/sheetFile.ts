import { z } from "zod";
import type { SheetCell, SheetHeading } from "#app/core/lists/sheetColumns.ts";
import { toWallTime } from "#app/core/values/wallClock.ts";

const heading: z.ZodType<SheetHeading> = z.object({
  header: z.string(),
  width: z.number(),
  format: z.string().optional(),
});
const cell: z.ZodType<SheetCell> = z.union([z.string(), z.number(), z.null()]);

/**
 * One slice of a spreadsheet as the JSON resource route sends it to the browser that builds the file;
 * `nextHref` is there while another slice may follow.
 */
export const sheetSlice = z.object({
  fileName: z.string(),
  columns: z.array(heading),
  /** Each by its key (`recordKey`); one record may be several rows, or none. */
  records: z.array(z.object({ key: z.string(), rows: z.array(z.array(cell)) })),
  /** No record can have been missed because the list changed while this and the slices before it were read. */
  isStill: z.boolean(),
  nextHref: z.string().optional(),
  /** The number of the line in the audit trail that says that these rows were handed out; absent without any. */
  auditLine: z.number().optional(),
});
export type SheetSlice = z.output<typeof sheetSlice>;

/** The sheet's name and its frozen heading row, for every builder (screens#sheet). */
export const sheetName = "Sheet1";
export const sheetViews = [{ state: "frozen" as const, ySplit: 1 }];

/**
 * Column widths and formats. Text columns carry Excel's text format: a code keeps its leading zeros, and a
 * text that starts like a formula stays text, also when somebody edits its cell.
 */
export const sheetColumns = (columns: readonly SheetHeading[]) =>
  columns.map(({ header, width, format }) => ({
    header,
    width,
    style: { numFmt: format ?? "@" },
  }));

/** What the headings filter: every column, down to the last of so many rows (screens#sheet). */
export const sheetFilter = (columns: number, rows: number) => ({
  from: { row: 1, column: 1 },
  to: { row: rows + 1, column: columns },
});

/** The sheet of a file that has something to say about itself (screens#sheet-moved). */
export const noteName = "Note";
export const noteWidth = 120;

/**
 * What a file says of itself: that its list may have changed between its pages, and where the audit trail says who took
 * it (audit#first).
 */
export function notesOf(slices: readonly Pick<SheetSlice, "isStill" | "auditLine">[]): string[] {
  const auditLines = slices.flatMap(({ auditLine }) => auditLine ?? []);
  return [
    ...(slices.every(({ isStill }) => isStill)
      ? []
      : [
          "The list was read page by page: a record that left it or changed its place meanwhile may be missing, or be there as it was before.",
        ]),
    ...(auditLines.length > 0 ? [`Audit trail: line ${auditLines.join(", ")}`] : []),
  ];
}

/** Said in place of a file without rows (products#export-rows). */
export const nothingToSave =
  "Nothing was saved: there are no rows on that page. The menu beside Download To Excel has the others.";

const slugOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** 'shoes-and-sox-products-page-3-2026-11-20.xlsx': whose, what, which page (or all), the day in `timeZone`. */
export function sheetFileName(
  subject: string,
  what: string,
  page: number | "all",
  at: Date,
  timeZone: string,
): string {
  const day = toWallTime(at.getTime(), timeZone).date;
  return `${slugOf(subject) || "store"}-${what}-${page === "all" ? "all" : `page-${page}`}-${day}.xlsx`;
}
