import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import {
  largeSheetChoices,
  type OnScreen,
  type SheetChoices,
  sheetChoices,
  theseOrAll,
} from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice, type SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { largeSheetSearch } from "#app/sheets/sheetSearch.ts";
import type { StoreScope } from "#app/stores/guard.server.ts";
import { orderExportPageSize, orderPageSize } from "#contract/orders.ts";
import { hasLongPages, readOrdersForExport } from "./api.server.ts";
import {
  type OrderFilter,
  type OrderScope,
  orderSearch,
  orderSheetPath,
  orderSheetRowsPath,
  ordersPath,
} from "./paths.ts";
import { orderSheetPlan } from "./sheet.ts";

/** The spreadsheet of the orders of one scope, filtered as the screen is, and the list it belongs to. */
export async function orderSheet(
  { user, store, stores }: StoreScope,
  request: Request,
): Promise<{ source: SheetSourceOf<typeof orderSheetPlan>; listHref: string }> {
  const filter = orderSearch.read(request.url);
  const asked = largeSheetSearch.read(request.url);
  const isLong = !asked.these && (await hasLongPages(user));
  const pageSize = isLong ? orderExportPageSize : orderPageSize;
  const source: SheetSourceOf<typeof orderSheetPlan> = {
    whose: store?.storeName ?? "all-stores",
    what: "orders",
    plan: orderSheetPlan,
    options: { timeZone: env.TIME_ZONE, ...(store ? {} : { stores: [...stores] }) },
    thread: new URL("./sheetThread.ts", import.meta.url),
    pageSize,
    page: filter.page,
    all: asked.all,
    readPage: (page, read) =>
      readOrdersForExport(user, { storeName: store?.storeName }, { ...filter, page }, pageSize, read),
    pagesPerSlice: isLong ? 1 : pagesPerSlice,
    sliceHref: (slice) => orderSheetRowsPath(store?.storeAlias, { ...filter, page: slice }, asked),
  };
  return { source, listHref: ordersPath(store?.storeAlias, filter) };
}

/** The ways to take orders away (products#export-rows): pages of 1,000 only where the service has such. */
export async function orderSheetChoices(
  user: User,
  scope: OrderScope,
  filter: OrderFilter,
  onScreen: Omit<OnScreen, "pageSize">,
): Promise<SheetChoices> {
  const toHrefs = (start: OrderFilter, asked: { all: boolean; these: boolean }) => ({
    href: orderSheetPath(scope, start, asked),
    rowsHref: orderSheetRowsPath(scope, start, asked),
  });
  if (await hasLongPages(user))
    return largeSheetChoices(filter, { ...onScreen, pageSize: orderPageSize }, "orders", [["", {}]], toHrefs);
  return sheetChoices(filter, orderPageSize, theseOrAll("orders"), (start, { all }) =>
    toHrefs(start, { all, these: !all }),
  );
}
