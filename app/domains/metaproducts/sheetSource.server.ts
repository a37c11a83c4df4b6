import type { User } from "#app/auth/guard.server.ts";
import { type SheetChoices, sheetChoices } from "#app/sheets/sheetChoices.ts";
import type { SheetSourceOf } from "#app/sheets/sheetExport.server.ts";
import { metaProductExportPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { readMetaProductsForExport } from "./api.server.ts";
import { productSheetPath, productSheetRowsPath } from "./paths.ts";
import type { ProductExport, ProductFilter } from "./search.ts";
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
  page: filter.page,
  all: choice.all,
  readPage: (page, read) => readMetaProductsForExport(user, store, { ...filter, page }, read),
  pagesPerSlice: 1,
  sliceHref: (slice) => productSheetRowsPath(store.storeAlias, { ...filter, page: slice }, choice),
});

/**
 * The ways to take products away: the page with this number at 1,000 products a page, filtered as the screen is, or
 * all that match; each with or without variants as rows of their own.
 */
export const productSheetChoices = (alias: string, filter: ProductFilter): SheetChoices =>
  sheetChoices<ProductFilter, ProductExport>(
    filter,
    metaProductExportPageSize,
    [
      [`Page ${filter.page} at 1,000 products a page`, { all: false, variants: false }],
      ["Variants as rows, too", { all: false, variants: true }],
      ["All products that match", { all: true, variants: false }],
      ["All products that match, variants as rows, too", { all: true, variants: true }],
    ],
    (start, asked) => ({
      href: productSheetPath(alias, start, asked),
      rowsHref: productSheetRowsPath(alias, start, asked),
    }),
  );
