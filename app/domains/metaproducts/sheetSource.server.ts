import type { User } from "#app/auth/guard.server.ts";
import type { SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import type { Store } from "#contract/stores.ts";
import { readMetaProductsForExport } from "./api.server.ts";
import { productSheetRowsPath } from "./paths.ts";
import type { ProductExport, ProductFilter } from "./search.ts";
import { productSheetPlan } from "./sheet.ts";

/** The spreadsheet of a store's meta products, filtered as the screen is (spec 1 §9). */
export const productSheet = (
  user: User,
  store: Store,
  filter: ProductFilter,
  choice: ProductExport,
): SheetSourceOf<typeof productSheetPlan> => ({
  whose: store.storeName,
  what: "products",
  plan: productSheetPlan,
  options: { storeType: store.storeType, variants: choice.variants },
  thread: new URL("./sheetThread.ts", import.meta.url),
  page: filter.page,
  all: choice.all,
  readPage: (page, read) => readMetaProductsForExport(user, store, { ...filter, page }, read),
  pagesPerSlice: 1,
  sliceHref: (slice) => productSheetRowsPath(store.storeAlias, { ...filter, page: slice }, choice),
});
