import { defineSearch } from "#app/search/defineSearch.ts";
import { flag } from "#app/search/fields.ts";

/** Whether all rows that match are asked for, rather than one page of them. */
export const allRows = flag("rows", "all");

/** Which rows a spreadsheet holds, besides the list's own filter. */
export const sheetSearch = defineSearch({ all: allRows });
