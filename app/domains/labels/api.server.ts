import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import { toText } from "#app/values/values.ts";
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
  keepForMs: 5 * 60_000,
  keepAtMost: 2000,
  read: (user, key) => {
    const [barcode = "", ...storeName] = key.split(" ");
    return listLabelProducts(user, storeName.join(" "), {
      filter: { ...labelFilterSearch.every, barcode },
      page: 1,
    });
  },
});

/**
 * The products of a barcode, cached per session for five minutes, because a batch reads each of its
 * barcodes again with every scan. `refresh` bypasses the cache, for all sizes of the product. Throws ApiError.
 */
export async function productsOfBarcode(
  user: User,
  storeName: string,
  barcode: string,
  { refresh = false } = {},
): Promise<WireRow<LabelProduct>[]> {
  const value = await stored(user, `${barcode} ${storeName}`, { refresh });
  const [only, ...others] = value;
  const sizes = refresh && only?.readable && others.length === 0 ? (only.row.Sizes ?? []) : [];
  for (const size of sizes) await stored(user, `${toText(size.barcode)} ${storeName}`, { value });
  return value;
}
