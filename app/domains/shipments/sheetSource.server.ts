import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { type SheetChoices, sheetChoices } from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice, type SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { shipmentPageSize } from "#contract/shipments.ts";
import type { Store } from "#contract/stores.ts";
import { readShipmentsForExport } from "./api.server.ts";
import { type ShipmentFilter, shipmentSearch, shipmentSheetPath, shipmentSheetRowsPath } from "./paths.ts";
import { shipmentSheetPlan } from "./sheet.ts";

/** The spreadsheet of a store's shipments, filtered as the screen is. */
export function shipmentSheet(
  user: User,
  { storeName, storeAlias }: Store,
  request: Request,
): SheetSourceOf<typeof shipmentSheetPlan> {
  const filter = shipmentSearch.read(request.url);
  const { all } = sheetSearch.read(request.url);
  return {
    whose: storeName,
    what: "shipments",
    plan: shipmentSheetPlan,
    options: { storeName, timeZone: env.TIME_ZONE },
    thread: new URL("./sheetThread.ts", import.meta.url),
    pageSize: shipmentPageSize,
    page: filter.page,
    all,
    readPage: (page, read) => readShipmentsForExport(user, storeName, { ...filter, page }, read),
    pagesPerSlice,
    sliceHref: (slice) => shipmentSheetRowsPath(storeAlias, { ...filter, page: slice }, all),
  };
}

/** The ways to take shipments away: the page on the screen (the call knows no other size), or all that match. */
export const shipmentSheetChoices = (alias: string, filter: ShipmentFilter): SheetChoices =>
  sheetChoices(
    filter,
    shipmentPageSize,
    [
      [`Page ${filter.page}`, { all: false }],
      ["All shipments that match", { all: true }],
    ],
    (start, { all }) => ({
      href: shipmentSheetPath(alias, start, all),
      rowsHref: shipmentSheetRowsPath(alias, start, all),
    }),
  );
