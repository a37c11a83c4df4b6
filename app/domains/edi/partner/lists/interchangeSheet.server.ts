import { requireMay } from "#app/auth/guard.server.ts";
import { readInterchangesForExport } from "#app/domains/edi/partner/api.server.ts";
import { interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { partnerNames } from "#app/domains/edi/partner/service.server.ts";
import { env } from "#app/env.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { interchangeFilterOf } from "./filters.server.ts";
import { interchangeSheetPlan } from "./interchangeSheet.ts";

/** The spreadsheet of the interchanges. */
export const interchangeSheet = defineSheet({
  what: "edi-interchanges",
  plan: interchangeSheetPlan,
  choice: sheetSearch,
  guard: ({ request }) => requireMay(request, "edi.export"),
  filterOf: async (request, user) => (await interchangeFilterOf(user, request)).filter,
  listPath: (_, filter) => interchangesPath(filter),
  rowsOf: async (user, filter) => ({
    subject: "myer",
    options: { partners: (await partnerNames(user)).names, timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) => readInterchangesForExport(user, { ...filter, page }, read),
  }),
});
