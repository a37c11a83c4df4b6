import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { callPortalApiReadBy } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { faultView } from "#app/http/apiFailure.ts";
import { defineSheet } from "#app/sheets/defineSheet.server.ts";
import { largeSheetChoices, type OnScreen, type SheetChoices, sheetHrefs } from "#app/sheets/sheetChoices.ts";
import { requireStoreScope, type StoreScope } from "#app/stores/guard.server.ts";
import type { StoreAlias } from "#app/stores/paths.ts";
import { getMetaProducts, metaProductExportPageSize, metaProductPageSize } from "#contract/metaproducts.ts";
import { gatherRefused, pageOf } from "./api.server.ts";
import { productSheetPlan } from "./list.ts";
import { type ProductFilter, productExport, productSearch, productsPath } from "./paths.ts";

/** The guard of a store's products, and of the products of all stores that are refused with one message. */
export const requireProducts = (args: LoaderFunctionArgs): Promise<StoreScope> =>
  requireStoreScope(args, "products", "store/products");

/** A file takes more than a screen, and a person waits longer for it. */
const limits = { maxRows: 20_000, maxMs: 60_000 };

/** Gathered products as one answer of their call: what the file is made of. Throws ApiError also where they are too many. */
async function gatheredAnswer({ user, stores }: StoreScope, filter: ProductFilter) {
  const { products, reach } = await gatherRefused(user, stores, filter, limits);
  if (reach.stopped)
    throw new ApiError(faultView(reach.stopped === "time" ? "slow" : "tooLarge", user.correlationId));
  const rows = products.map(({ store: { storeName, storeType }, row }) => ({
    ...{ storeGroup: storeName, storeType },
    ...Object(row.raw),
  }));
  return new TextEncoder().encode(JSON.stringify(rows));
}

/** The spreadsheet of a store's meta products (products#export), or of those with one message (products#message). */
export const productSheet = defineSheet({
  what: "products",
  plan: productSheetPlan,
  choice: productExport,
  guard: requireProducts,
  filterOf: ({ url }) => productSearch.read(url),
  listPath: ({ store }, filter) => productsPath(store?.storeAlias, filter),
  rowsOf(scope, filter, { these, variants }) {
    const { user, store } = scope;
    if (!store || filter.message !== "")
      return {
        subject: store?.storeName ?? "all-stores",
        options: { storeType: store?.storeType, variants, timeZone: env.TIME_ZONE },
        pageSize: undefined,
        pagesPerSlice: 1,
        async readPage(_, read) {
          const reading = await read(await gatheredAnswer(scope, filter));
          if (reading.ok) return reading.value;
          throw new ApiError(faultView(reading.fault, user.correlationId));
        },
      };
    const pageSize = these ? metaProductPageSize : metaProductExportPageSize;
    return {
      subject: store.storeName,
      options: { storeType: store.storeType, variants, timeZone: env.TIME_ZONE },
      pageSize,
      pagesPerSlice: 1,
      readPage: (page, read) =>
        callPortalApiReadBy(user, getMetaProducts, pageOf(store, { ...filter, page }, pageSize), read),
    };
  },
});

const kinds: readonly [label: string, kind: { variants: boolean }][] = [
  ["", { variants: false }],
  [", variants as rows, too", { variants: true }],
];

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
    kinds,
    (start, choice) => sheetHrefs(productsPath(alias, start), productExport.entries(choice)),
  );

/** The same for products with one message, whose screen is no page of a call: all of them. */
export const gatheredSheetChoices = (alias: StoreAlias, filter: ProductFilter): SheetChoices => ({
  rows: "all that match",
  choices: kinds.map(([label, kind]) => ({
    label: `All products that match${label}`,
    ...sheetHrefs(
      productsPath(alias, { ...filter, page: 1 }),
      productExport.entries({ ...kind, all: true, these: false }),
    ),
  })),
});
