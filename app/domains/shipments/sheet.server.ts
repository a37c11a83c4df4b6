import { env } from "#app/env.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { type SheetChoices, sheetChoices, sheetHrefs } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { shipmentPageSize } from "#contract/shipments.ts";
import { readShipmentsForExport } from "./api.server.ts";
import { type ShipmentFilter, shipmentSearch, shipmentsPath } from "./paths.ts";
import { shipmentSheetPlan } from "./sheet.ts";

export const shipmentSheet = defineSheet({
  what: "shipments",
  plan: shipmentSheetPlan,
  choice: sheetSearch,
  guard: ({ request, params }) => requireStorePage(request, params.alias, "shipments"),
  filterOf: ({ url }) => shipmentSearch.read(url),
  listPath: ({ store }, filter) => shipmentsPath(store.storeAlias, filter),
  rowsOf: ({ user, store: { storeName } }, filter) => ({
    subject: storeName,
    options: { storeName, timeZone: env.TIME_ZONE },
    pageSize: shipmentPageSize,
    pagesPerSlice,
    readPage: (page, read) => readShipmentsForExport(user, storeName, { ...filter, page }, read),
  }),
});

/** The ways to take shipments away: the page on the screen (the call knows no other size), or all that match. */
export const shipmentSheetChoices = (alias: string, filter: ShipmentFilter): SheetChoices =>
  sheetChoices(
    filter,
    shipmentPageSize,
    [
      [`Page ${filter.page}`, { all: false }],
      ["All shipments that match", { all: true }],
    ],
    (start, choice) => sheetHrefs(shipmentsPath(alias, start), sheetSearch.entries(choice)),
  );
