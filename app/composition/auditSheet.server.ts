import { requireMay } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { auditSheetPageSize, auditSheetPlan } from "#app/features/audit/columns.ts";
import { type AuditFilter, auditListPath, auditSearch } from "#app/features/audit/paths.ts";
import { readAuditPage } from "#app/features/audit/read.server.ts";
import { defineSheet, ownRows } from "#app/features/sheets/defineSheet.server.ts";
import { numberedPages, type SheetChoices, sheetSearch } from "#app/features/sheets/sheetChoices.ts";

/** The spreadsheet of the audit trail (audit#columns). */
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
    readPage: async (page) => ({
      rows: ownRows((await readAuditPage({ ...filter, page }, auditSheetPageSize)).rows),
    }),
  }),
});

export const auditSheetChoices = (filter: AuditFilter): SheetChoices =>
  numberedPages(filter, auditSheetPageSize, "lines", auditListPath, " at 1,000 lines a page");
