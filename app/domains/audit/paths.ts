import { searchOf } from "#app/search/entries.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { type AuditFilter, auditSearch } from "./search.ts";

/** The audit trail, filtered; without a filter its newest lines. */
export const auditPath = "/audit";
export const auditListPath = (filter: Partial<AuditFilter> = {}): string =>
  `${auditPath}${auditSearch.write(filter)}`;

const sheetOf = (filter: AuditFilter, all: boolean): string =>
  searchOf(auditSearch.entries(filter), sheetSearch.entries({ all }));

/** The spreadsheet: a page of 1,000 lines, or all that match. */
export const auditSheetPath = (filter: AuditFilter, all: boolean): string =>
  `${auditPath}/export.xlsx${sheetOf(filter, all)}`;

/** One slice of its rows as JSON, for the browser that builds the file itself. */
export const auditSheetRowsPath = (filter: AuditFilter, all: boolean): string =>
  `${auditPath}/export.json${sheetOf(filter, all)}`;
