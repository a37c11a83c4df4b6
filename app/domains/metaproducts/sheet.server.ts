import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { largeSheetChoices, type OnScreen, type SheetChoices, sheetHrefs } from "#app/sheets/sheetChoices.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { metaProductExportPageSize, metaProductPageSize } from "#contract/metaproducts.ts";
import { readMetaProductsForExport } from "./api.server.ts";
import { type ProductFilter, productExport, productSearch, productsPath } from "./paths.ts";
import { productSheetPlan } from "./sheet.ts";

/** The spreadsheet of a store's meta products (products#export). */
export const productSheet = defineSheet({
  what: "products",
  plan: productSheetPlan,
  choice: productExport,
  guard: ({ request, params }) => requireStorePage(request, params.alias, "products"),
  filterOf: ({ url }) => productSearch.read(url),
  listPath: ({ store }, filter) => productsPath(store.storeAlias, filter),
  rowsOf({ user, store }, filter, { these, variants }) {
    const pageSize = these ? metaProductPageSize : metaProductExportPageSize;
    return {
      subject: store.storeName,
      options: { storeType: store.storeType, variants },
      pageSize,
      pagesPerSlice: 1,
      readPage: (page, read) => readMetaProductsForExport(user, store, { ...filter, page }, pageSize, read),
    };
  },
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
    (start, choice) => sheetHrefs(productsPath(alias, start), productExport.entries(choice)),
  );
