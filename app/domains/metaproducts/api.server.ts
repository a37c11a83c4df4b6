import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi, callPortalApiReadBy } from "#app/http/api.server.ts";
import type { AnswerReader } from "#app/http/apiAnswer.ts";
import type { WireRow } from "#contract/envelopes.ts";
import {
  getMetaProducts,
  type MetaProduct,
  metaProductExportPageSize,
  metaProductPageSize,
} from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import type { ProductFilter } from "./search.ts";

const pageOf = (store: Store, filter: ProductFilter, pagesize: number) => ({
  query: {
    storegroup: store.storeName,
    page: filter.page,
    pagesize,
    ...(filter.code === "" ? {} : { productQuery: filter.code }),
    ...(filter.title === "" ? {} : { title: filter.title }),
    ...(filter.invalid ? { excludeValid: "1" as const } : {}),
  },
});

/** One page of 20 of a store's meta products (calls#meta-products). Throws ApiError. */
export const listMetaProducts = (
  user: User,
  store: Store,
  filter: ProductFilter,
): Promise<WireRow<MetaProduct>[]> =>
  callPortalApi(user, getMetaProducts, pageOf(store, filter, metaProductPageSize));

/** The first page of what a code or a title finds in all stores (calls#all-store-products). Throws ApiError. */
export const searchMetaProducts = (
  user: User,
  wanted: { code: string } | { title: string },
): Promise<WireRow<MetaProduct>[]> =>
  callPortalApi(user, getMetaProducts, {
    query: {
      storegroup: "",
      page: 1,
      pagesize: metaProductPageSize,
      ...("code" in wanted ? { productQuery: wanted.code } : { title: wanted.title }),
    },
  });

/** One page of 1,000 for the spreadsheet (products#export), its answer read by `read`. Throws ApiError. */
export const readMetaProductsForExport = <Value>(
  user: User,
  store: Store,
  filter: ProductFilter,
  read: AnswerReader<Value>,
): Promise<Value> =>
  callPortalApiReadBy(user, getMetaProducts, pageOf(store, filter, metaProductExportPageSize), read);

/** A group id may be part of many others: this many pages are searched for the one product. */
const searchedPages = 5;

/**
 * One product. No call returns a single one, so it is looked up by its group id and an exact match of its
 * id, over five pages at most, and then on the list page that it was opened from. Undefined when it is in
 * none of them. Throws ApiError.
 */
export async function findMetaProduct(
  user: User,
  store: Store,
  wanted: { id: string; group: string },
  filter: ProductFilter,
): Promise<WireRow<MetaProduct> | undefined> {
  const isWanted = (row: WireRow<MetaProduct>) => (row.readable ? row.row.id : row.id) === wanted.id;
  if (wanted.group !== "") {
    for (let page = 1; page <= searchedPages; page += 1) {
      const rows = await listMetaProducts(user, store, {
        code: wanted.group,
        title: "",
        invalid: false,
        page,
      });
      const found = rows.find(isWanted);
      if (found) return found;
      if (rows.length < metaProductPageSize) break;
    }
  }
  return (await listMetaProducts(user, store, filter)).find(isWanted);
}
