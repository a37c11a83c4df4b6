import type { StoreScope } from "#app/domains/stores/guard.server.ts";
import { env } from "#app/env.server.ts";
import { type SheetChoices, sheetChoices } from "#app/sheets/sheetChoices.ts";
import type { SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { sheetSearch } from "#app/sheets/sheetSearch.ts";
import { orderExportPageSize } from "#contract/orders.ts";
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
  const { all } = sheetSearch.read(request.url);
  const source: SheetSourceOf<typeof orderSheetPlan> = {
    whose: store?.storeName ?? "all-stores",
    what: "orders",
    plan: orderSheetPlan,
    options: { timeZone: env.TIME_ZONE, ...(store ? {} : { stores: [...stores] }) },
    thread: new URL("./sheetThread.ts", import.meta.url),
    page: filter.page,
    all,
    readPage: (page, read) =>
      readOrdersForExport(user, { storeName: store?.storeName }, { ...filter, page }, read),
    pagesPerSlice: 1,
    sliceHref: (slice) => orderSheetRowsPath(store?.storeAlias, { ...filter, page: slice }, all),
  };
  return { source, listHref: ordersPath(store?.storeAlias, filter) };
}

/** The ways to take orders away: the page with this number at 1,000 orders a page, or all that match. */
export const orderSheetChoices = (scope: OrderScope, filter: OrderFilter): SheetChoices =>
  sheetChoices(
    filter,
    orderExportPageSize,
    [
      [`Page ${filter.page} at 1,000 orders a page`, { all: false }],
      ["All orders that match", { all: true }],
    ],
    (start, { all }) => ({
      href: orderSheetPath(scope, start, all),
      rowsHref: orderSheetRowsPath(scope, start, all),
    }),
  );
