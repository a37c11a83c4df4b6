import type { User } from "#app/auth/guard.server.ts";
import { eachOf } from "#app/bulk/run.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { gatherPages, rowId } from "#app/lists/gather.server.ts";
import type { Reach } from "#app/lists/listed.ts";
import { toText } from "#app/values/values.ts";
import { getProductMessageCounts } from "#contract/counts.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductExportPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { pageOfMetaProducts } from "./api.server.ts";
import type { StoreProduct } from "./model.ts";
import { type ProductFilter, wireMessage } from "./paths.ts";

/** So many stores are read in parallel. */
const concurrency = 4;

/** Whether a product is refused with this message (products#message). */
const hasMessage =
  (message: string) =>
  (row: WireRow<MetaProduct>): boolean =>
    row.readable && (row.row.validationStatus ?? []).some((one) => wireMessage(toText(one)) === message);

/** The stores that have products with this message, as far as the service counts them; else all. */
async function storesWith(user: User, stores: readonly Store[], message: string): Promise<readonly Store[]> {
  if (!(await hasExtension(user, "product-message-counts"))) return stores;
  const rows = await callPortalApi(user, getProductMessageCounts);
  const names = new Set(
    rows.flatMap((row) =>
      row.readable && row.row.count > 0 && wireMessage(row.row.message) === message
        ? [row.row.storegroup]
        : [],
    ),
  );
  return stores.filter(({ storeName }) => names.has(storeName));
}

/**
 * The products of these stores that are refused with the filter's message, by store, in the service's order: no call
 * filters by message, so the pages of all refused ones are read, the longest that the call has. Rows that can't be read
 * are counted: their messages are not known. Throws ApiError.
 */
export async function gatherRefused(
  user: User,
  stores: readonly Store[],
  filter: ProductFilter,
  { maxRows, maxMs }: { maxRows: number; maxMs: number },
): Promise<{ products: StoreProduct[]; reach: Reach }> {
  const endsAt = Date.now() + maxMs;
  const found = new Map<Store, Map<string, WireRow<MetaProduct>>>();
  const count = () => [...found.values()].reduce((sum, { size }) => sum + size, 0);
  const reach: Reach = { count: 0, read: 0, pages: undefined };
  let unread = 0;
  if (filter.message === "") return { products: [], reach };
  const asked = await storesWith(user, stores, filter.message);
  for (const store of asked) found.set(store, new Map());
  await eachOf(asked, concurrency, async (store) => {
    if (reach.stopped) return;
    const { read, stopped } = await gatherPages(
      async (page) => {
        const rows = await pageOfMetaProducts(
          user,
          store,
          { ...filter, invalid: true, page },
          metaProductExportPageSize,
        );
        unread += rows.filter(({ readable }) => !readable).length;
        return {
          rows: rows.filter(hasMessage(filter.message)),
          hasNext: rows.length === metaProductExportPageSize,
        };
      },
      rowId,
      found.get(store) ?? new Map(),
      { maxRows, maxMs: endsAt - Date.now() },
    );
    reach.read += read;
    if (stopped) reach.stopped = stopped;
    if (count() > maxRows) reach.stopped = "records";
  });
  const products = [...found].flatMap(([store, rows]) =>
    [...rows.values()].flatMap((row) => (row.readable ? [{ store, row }] : [])),
  );
  return { products, reach: { ...reach, count: products.length, unread } };
}
