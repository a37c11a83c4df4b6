import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getAllProducts, type LabelProduct } from "#contract/labels.ts";
import { labelProductPageSize, priceBookOf } from "#contract/priceBooks.ts";
import { type LabelFilter, labelFilterSearch } from "./search.ts";

/**
 * One page of 20 products of a store, by the store's price book if it has one
 * (calls#label-products). Throws ApiError.
 */
export function listLabelProducts(
  user: User,
  storeName: string,
  { filter, page }: { filter: LabelFilter; page: number },
): Promise<WireRow<LabelProduct>[]> {
  const pricebook = priceBookOf(storeName);
  return callPortalApi(user, getAllProducts, {
    query: {
      page,
      pagesize: labelProductPageSize,
      ...(pricebook === undefined ? {} : { pricebook }),
      ...Object.fromEntries(labelFilterSearch.entries(filter)),
    },
  });
}

/** The products of all stores with this barcode. Throws ApiError. */
export const findLabelProducts = (user: User, barcode: string): Promise<WireRow<LabelProduct>[]> =>
  callPortalApi(user, getAllProducts, { query: { page: 1, pagesize: labelProductPageSize, barcode } });

const stored = keepPerSession<WireRow<LabelProduct>[]>({
  keepForMs: 60_000,
  keepAtMost: 500,
  read: (user, key) => {
    const [barcode = "", ...storeName] = key.split(" ");
    return listLabelProducts(user, storeName.join(" "), {
      filter: { ...labelFilterSearch.every, barcode },
      page: 1,
    });
  },
});

/**
 * The products of a barcode, cached per session for a minute: the page after a scan into the batch shows what the scan
 * read. `refresh` bypasses the cache. Throws ApiError.
 */
export const productsOfBarcode = (
  user: User,
  storeName: string,
  barcode: string,
  choice: { refresh?: boolean } = {},
): Promise<WireRow<LabelProduct>[]> => stored(user, `${barcode} ${storeName}`, choice);
