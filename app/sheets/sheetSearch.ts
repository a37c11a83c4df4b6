import { defineSearch, flag } from "#app/search/search.ts";

/** Whether all rows that match are asked for, rather than one page of them. */
export const allRows = flag("rows", "all");

/** Which rows a spreadsheet holds, besides the list's own filter. */
export const sheetSearch = defineSearch({ all: allRows });

/** Whether the rows on the screen are asked for, rather than the page of 1,000 with the same number. */
export const rowsOnScreen = flag("screen");

/** As `sheetSearch`, for a list whose spreadsheet has larger pages than its screen. */
export const largeSheetSearch = defineSearch({ all: allRows, these: rowsOnScreen });
