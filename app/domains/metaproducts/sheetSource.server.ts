import type { User } from "#app/auth/guard.server.ts";
import type { SheetSource } from "#app/sheets/sheetExport.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductExportPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { listMetaProductsForExport } from "./api.server.ts";
import { type ProductExport, type ProductFilter, productSheetRowsPath } from "./paths.ts";
import { sheetHeadings, toSheetRows } from "./sheet.ts";

/** The spreadsheet of a store's meta products: pages of 1,000, filtered as the screen is (spec 1 §9). */
export const productSheet = (
  user: User,
  store: Store,
  filter: ProductFilter,
  choice: ProductExport,
): SheetSource<WireRow<MetaProduct>[]> => ({
  whose: store.storeName,
  what: "products",
  columns: sheetHeadings(store.storeType, choice.variants),
  page: filter.page,
  all: choice.all,
  readPage: (page) => listMetaProductsForExport(user, store, { ...filter, page }),
  isFull: (page) => page.length === metaProductExportPageSize,
  toRows: (page) => toSheetRows(page, store.storeType, choice.variants),
  recordsOf: (page) => page.length,
  sliceHref: (page) => productSheetRowsPath(store.storeAlias, { ...filter, page }, choice),
});
