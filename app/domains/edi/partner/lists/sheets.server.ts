import { requireMay } from "#app/auth/guard.server.ts";
import { ediOrderPageOf, interchangePageOf, partnerNames } from "#app/domains/edi/partner/api.server.ts";
import { ediOrdersPath, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { env } from "#app/env.server.ts";
import { callPortalApiReadBy } from "#app/http/api.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { sheetSearch } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { getInterchanges, getPartnerOrders } from "#contract/ediPartner.ts";
import { ediOrderSheetPlan } from "./ediOrderColumns.ts";
import { ediOrderFilterOf, interchangeFilterOf } from "./filters.server.ts";
import { interchangeSheetPlan } from "./interchangeColumns.ts";

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
    readPage: (page, read) =>
      callPortalApiReadBy(user, getInterchanges, interchangePageOf({ ...filter, page }), read),
  }),
});

export const ediOrderSheet = defineSheet({
  what: "edi-orders",
  plan: ediOrderSheetPlan,
  choice: sheetSearch,
  guard: ({ request }) => requireMay(request, "edi.export"),
  filterOf: async (request, user) => (await ediOrderFilterOf(user, request)).filter,
  listPath: (_, filter) => ediOrdersPath(filter),
  rowsOf: (user, filter) => ({
    subject: "myer",
    options: { timeZone: env.TIME_ZONE },
    pageSize: undefined,
    pagesPerSlice,
    readPage: (page, read) =>
      callPortalApiReadBy(user, getPartnerOrders, ediOrderPageOf({ ...filter, page }), read),
  }),
});
