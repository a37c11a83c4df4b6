import type { SheetHeading } from "./sheetSlice.ts";

/** The sheet's name and its frozen heading row, for every builder (spec 1 §9). */
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
