import { env } from "#app/env.server.ts";
import type { AnswerReader } from "#app/http/apiAnswer.ts";
import { type SheetChoices, sheetChoices } from "#app/sheets/sheetChoices.ts";
import type { SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { type AuditFilter, auditSearch, auditSheetPath, auditSheetRowsPath } from "./paths.ts";
import { readAuditPage } from "./read.server.ts";
import { auditSheetPageSize, auditSheetPlan } from "./sheet.ts";

/** A page of the trail as the body of an answer, since the sheets' frame reads those. */
async function readPage<Value>(filter: AuditFilter, read: AnswerReader<Value>): Promise<Value> {
  const { rows } = await readAuditPage(filter, auditSheetPageSize);
  const reading = await read(new Uint8Array(Buffer.from(JSON.stringify(rows))));
  if (!reading.ok) throw new Error("The audit trail does not fit its own sheet");
  return reading.value;
}

/** The spreadsheet of the audit trail, filtered as the screen is. */
export function auditSheet(request: Request): SheetSourceOf<typeof auditSheetPlan> {
  const filter = auditSearch.read(request.url);
  const { all } = sheetSearch.read(request.url);
  return {
    whose: "portal",
    what: "audit-trail",
    plan: auditSheetPlan,
    options: { timeZone: env.TIME_ZONE },
    thread: new URL("./sheetThread.ts", import.meta.url),
    pageSize: auditSheetPageSize,
    page: filter.page,
    all,
    onlyGrows: true,
    readPage: (page, read) => readPage({ ...filter, page }, read),
    pagesPerSlice: 1,
    sliceHref: (slice) => auditSheetRowsPath({ ...filter, page: slice }, all),
  };
}

/** The ways to take the trail away. */
export const auditSheetChoices = (filter: AuditFilter): SheetChoices =>
  sheetChoices(
    filter,
    auditSheetPageSize,
    [
      [`Page ${filter.page} at 1,000 lines a page`, { all: false }],
      ["All lines that match", { all: true }],
    ],
    (start, { all }) => ({ href: auditSheetPath(start, all), rowsHref: auditSheetRowsPath(start, all) }),
  );
