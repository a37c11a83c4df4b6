import type { User } from "#app/auth/guard.server.ts";
import { largeSheetChoices, type OnScreen, type SheetChoices } from "#app/sheets/sheetChoices.ts";
import type { SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { metaProductExportPageSize, metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { readMetaProductsForExport } from "./api.server.ts";
import { type ProductExport, type ProductFilter, productSheetPath, productSheetRowsPath } from "./paths.ts";
import { productSheetPlan } from "./sheet.ts";

/** The spreadsheet of a store's meta products, filtered as the screen is (products#export). */
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
  pageSize: choice.these ? metaProductPageSize : metaProductExportPageSize,
  page: filter.page,
  all: choice.all,
  readPage: (page, read) =>
    readMetaProductsForExport(
      user,
      store,
      { ...filter, page },
      choice.these ? metaProductPageSize : metaProductExportPageSize,
      read,
    ),
  pagesPerSlice: 1,
  sliceHref: (slice) => productSheetRowsPath(store.storeAlias, { ...filter, page: slice }, choice),
});

/** The ways to take products away, each with or without variants as rows of their own (products#export-rows). */
export const productSheetChoices = (
  alias: string,
  filter: ProductFilter,
  onScreen: Omit<OnScreen, "pageSize">,
): SheetChoices =>
  largeSheetChoices(
    filter,
    { ...onScreen, pageSize: metaProductPageSize },
    "products",
    [
      ["", { variants: false }],
      [", variants as rows, too", { variants: true }],
    ],
    (start, asked) => ({
      href: productSheetPath(alias, start, asked),
      rowsHref: productSheetRowsPath(alias, start, asked),
    }),
  );
