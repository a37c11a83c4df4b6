import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import {
  largeSheetChoices,
  type OnScreen,
  type SheetChoices,
  sheetChoices,
  sheetHrefs,
  theseOrAll,
} from "#app/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/sheets/sheetExport.server.ts";
import { largeSheetSearch } from "#app/sheets/sheetSearch.ts";
import type { StoreScope } from "#app/stores/guard.server.ts";
import type { StoreAlias } from "#app/stores/paths.ts";
import { orderExportPageSize, orderPageSize } from "#contract/orders.ts";
import { hasLongPages, readOrdersForExport } from "./api.server.ts";
import { orderSheetPlan } from "./list.ts";
import { type OrderFilter, orderSearch, ordersPath } from "./paths.ts";
import { requireOrders } from "./scope.server.ts";

export const orderSheet = defineSheet({
  what: "orders",
  plan: orderSheetPlan,
  choice: largeSheetSearch,
  guard: (args): Promise<StoreScope> => requireOrders(args, "orders.export"),
  filterOf: ({ url }) => orderSearch.read(url),
  listPath: ({ store }, filter) => ordersPath(store?.storeAlias, filter),
  async rowsOf({ user, store, stores }, filter, { these }) {
    const isLong = !these && (await hasLongPages(user));
    const pageSize = isLong ? orderExportPageSize : orderPageSize;
    const { storeName } = store ?? { storeName: undefined };
    return {
      subject: storeName ?? "all-stores",
      options: { timeZone: env.TIME_ZONE, ...(store ? {} : { stores: [...stores] }) },
      pageSize,
      pagesPerSlice: isLong ? 1 : pagesPerSlice,
      readPage: (page, read) => readOrdersForExport(user, { storeName }, { ...filter, page }, pageSize, read),
    };
  },
});

/** The ways to take orders away (products#export-rows): pages of 1,000 only where the service has such. */
export async function orderSheetChoices(
  user: User,
  alias: StoreAlias,
  filter: OrderFilter,
  onScreen: Omit<OnScreen, "pageSize">,
): Promise<SheetChoices> {
  const toHrefs = (start: OrderFilter, choice: { all: boolean; these: boolean }) =>
    sheetHrefs(ordersPath(alias, start), largeSheetSearch.entries(choice));
  if (await hasLongPages(user))
    return largeSheetChoices(filter, { ...onScreen, pageSize: orderPageSize }, "orders", [["", {}]], toHrefs);
  return sheetChoices(filter, orderPageSize, theseOrAll("orders"), (start, { all }) =>
    toHrefs(start, { all, these: !all }),
  );
}
