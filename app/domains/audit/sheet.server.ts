import { requireMay } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import type { AnswerReader } from "#app/http/apiAnswer.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { type SheetChoices, sheetChoices, sheetHrefs } from "#app/sheets/sheetChoices.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { type AuditFilter, auditListPath, auditSearch } from "./paths.ts";
import { readAuditPage } from "./read.server.ts";
import { auditSheetPageSize, auditSheetPlan } from "./sheet.ts";

/** A page of the trail as the body of an answer, since the sheets' frame reads those. */
async function readPage<Value>(filter: AuditFilter, read: AnswerReader<Value>): Promise<Value> {
  const { rows } = await readAuditPage(filter, auditSheetPageSize);
  const reading = await read(new Uint8Array(Buffer.from(JSON.stringify(rows))));
  if (!reading.ok) throw new Error("The audit trail does not fit its own sheet");
  return reading.value;
}

export const auditSheet = defineSheet({
  what: "audit-trail",
  plan: auditSheetPlan,
  choice: sheetSearch,
  guard: ({ request }) => requireMay(request, "audit"),
  filterOf: ({ url }) => auditSearch.read(url),
  listPath: (_, filter) => auditListPath(filter),
  rowsOf: (_, filter) => ({
    subject: "portal",
    options: { timeZone: env.TIME_ZONE },
    pageSize: auditSheetPageSize,
    onlyGrows: true,
    pagesPerSlice: 1,
    readPage: (page, read) => readPage({ ...filter, page }, read),
  }),
});

export const auditSheetChoices = (filter: AuditFilter): SheetChoices =>
  sheetChoices(
    filter,
    auditSheetPageSize,
    [
      [`Page ${filter.page} at 1,000 lines a page`, { all: false }],
      ["All lines that match", { all: true }],
    ],
    (start, choice) => sheetHrefs(auditListPath(start), sheetSearch.entries(choice)),
  );
