import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi, callPortalApiReadBy } from "#app/http/api.server.ts";
import type { AnswerReader } from "#contract/calls.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getMetaProducts, type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import type { ProductFilter } from "./paths.ts";

const pageOf = (store: Store, filter: ProductFilter, pagesize: number) => ({
  query: {
    storegroup: store.storeName,
    page: filter.page,
    pagesize,
    productQuery: filter.code || undefined,
    title: filter.title || undefined,
    excludeValid: filter.invalid ? ("1" as const) : undefined,
  },
});

/** One page of this size of a store's meta products (calls#meta-products). Throws ApiError. */
export const pageOfMetaProducts = (
  user: User,
  store: Store,
  filter: ProductFilter,
  pageSize: number,
): Promise<WireRow<MetaProduct>[]> => callPortalApi(user, getMetaProducts, pageOf(store, filter, pageSize));

/** The same with 20 rows, as on the screen. */
export const listMetaProducts = (
  user: User,
  store: Store,
  filter: ProductFilter,
): Promise<WireRow<MetaProduct>[]> => pageOfMetaProducts(user, store, filter, metaProductPageSize);

/** The first page of matches for a code or title in all stores (calls#all-store-products). Throws ApiError. */
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

/** One page of this size for the spreadsheet (products#export), parsed by `read`. Throws ApiError. */
export const readMetaProductsForExport = <Value>(
  user: User,
  store: Store,
  filter: ProductFilter,
  pageSize: number,
  read: AnswerReader<Value>,
): Promise<Value> => callPortalApiReadBy(user, getMetaProducts, pageOf(store, filter, pageSize), read);

/** A group id may be part of many others: maximum pages searched for the one product. */
const searchedPages = 5;

/** The part of an id that looks like a group id: the longest of at least three characters with a digit. */
function groupWithin(id: string): string {
  const parts = id.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= 3 && /\d/.test(part));
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/**
 * One product. No call returns a single one, so it is searched by its group id, or by the part of
 * its id that looks like one, for an exact match of its id, then on the list page that it was
 * opened from; without a group also on the store's first pages (products#address). At most five
 * pages are searched each way. Undefined if none has it. Throws ApiError.
 */
export async function findMetaProduct(
  user: User,
  store: Store,
  wanted: { id: string; group: string },
  filter: ProductFilter,
): Promise<WireRow<MetaProduct> | undefined> {
  const isWanted = (row: WireRow<MetaProduct>) => (row.readable ? row.row.id : row.id) === wanted.id;
  async function among(code: string): Promise<WireRow<MetaProduct> | undefined> {
    for (let page = 1; page <= searchedPages; page += 1) {
      const rows = await listMetaProducts(user, store, {
        code,
        title: "",
        message: "",
        invalid: false,
        page,
      });
      const found = rows.find(isWanted);
      if (found || rows.length < metaProductPageSize) return found;
    }
    return undefined;
  }
  const group = wanted.group || groupWithin(wanted.id);
  const found = group === "" ? undefined : await among(group);
  if (found) return found;
  const onPage = (await listMetaProducts(user, store, filter)).find(isWanted);
  return onPage ?? (wanted.group === "" ? among("") : undefined);
}
