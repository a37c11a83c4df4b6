import type { StoreScope } from "#app/domains/stores/guard.server.ts";
import { env } from "#app/env.server.ts";
import { largeSheetChoices, type OnScreen, type SheetChoices } from "#app/sheets/sheetChoices.ts";
import type { SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { largeSheetSearch } from "#app/sheets/sheetSearch.ts";
import { orderExportPageSize, orderPageSize } from "#contract/orders.ts";
import { readOrdersForExport } from "./api.server.ts";
import { type OrderScope, orderSheetPath, orderSheetRowsPath, ordersPath } from "./paths.ts";
import { type OrderFilter, orderSearch } from "./search.ts";
import { orderSheetPlan } from "./sheet.ts";

/** The spreadsheet of the orders of one scope, filtered as the screen is, and the list it belongs to. */
export function orderSheet(
  { user, store, stores }: StoreScope,
  request: Request,
): { source: SheetSourceOf<typeof orderSheetPlan>; listHref: string } {
  const filter = orderSearch.read(request.url);
  const asked = largeSheetSearch.read(request.url);
  const source: SheetSourceOf<typeof orderSheetPlan> = {
    whose: store?.storeName ?? "all-stores",
    what: "orders",
    plan: orderSheetPlan,
    options: { timeZone: env.TIME_ZONE, ...(store ? {} : { stores: [...stores] }) },
    thread: new URL("./sheetThread.ts", import.meta.url),
    page: filter.page,
    all: asked.all,
    readPage: (page, read) =>
      readOrdersForExport(
        user,
        { storeName: store?.storeName },
        { ...filter, page },
        asked.these ? orderPageSize : orderExportPageSize,
        read,
      ),
    pagesPerSlice: 1,
    sliceHref: (slice) => orderSheetRowsPath(store?.storeAlias, { ...filter, page: slice }, asked),
  };
  return { source, listHref: ordersPath(store?.storeAlias, filter) };
}

/** The ways to take orders away (products#export-rows). */
export const orderSheetChoices = (
  scope: OrderScope,
  filter: OrderFilter,
  onScreen: Omit<OnScreen, "pageSize">,
): SheetChoices =>
  largeSheetChoices(
    filter,
    { ...onScreen, pageSize: orderPageSize },
    "orders",
    [["", {}]],
    (start, asked) => ({
      href: orderSheetPath(scope, start, asked),
      rowsHref: orderSheetRowsPath(scope, start, asked),
    }),
  );
