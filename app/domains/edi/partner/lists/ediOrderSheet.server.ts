import { requireMay } from "#app/auth/guard.server.ts";
import { readEdiOrdersForExport } from "#app/domains/edi/partner/api.server.ts";
import { ediOrdersPath } from "#app/domains/edi/partner/paths.ts";
import type { EdiOrderFilter } from "#app/domains/edi/partner/search.ts";
import { env } from "#app/env.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { type SheetChoices, sheetChoices, sheetHrefs, theseOrAll } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { ediOrderSheetPlan } from "./ediOrderSheet.ts";
import { ediOrderFilterOf } from "./filters.server.ts";

/** The spreadsheet of the EDI orders. */
export const ediOrderSheet = defineSheet({
  what: "edi-orders",
  plan: ediOrderSheetPlan,
  asked: sheetSearch,
  guard: ({ request }) => requireMay(request, "edi.export"),
  filterOf: async (request, user) => (await ediOrderFilterOf(user, request)).filter,
  listPath: (_, filter) => ediOrdersPath(filter),
  rowsOf: (user, filter) => ({
    whose: "myer",
    options: { timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) => readEdiOrdersForExport(user, { ...filter, page }, read),
  }),
});

/** The downloads of EDI orders: the current page, or all that match. */
export const ediOrderSheetChoices = (filter: EdiOrderFilter): SheetChoices =>
  sheetChoices(filter, undefined, theseOrAll("EDI orders"), (start, asked) =>
    sheetHrefs(ediOrdersPath(start), sheetSearch.entries(asked)),
  );
