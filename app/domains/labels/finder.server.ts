import { callPortalApi } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import { shorten, toText } from "#app/core/values/values.ts";
import { type Finder, nonEmpty } from "#app/features/find/finder.server.ts";
import { getAllProducts, type LabelProduct } from "#contract/labels.ts";
import { labelProductPageSize, priceBookOf } from "#contract/priceBooks.ts";
import type { Store } from "#contract/stores.ts";
import { readBarcode } from "./entry.ts";
import { sizeOfBarcode, toLabelProduct } from "./model.ts";
import { labelsPath } from "./paths.ts";
import { labelFilterSearch } from "./search.ts";
import { firstFound } from "./workstation.server.ts";

/** Codes of products have no fewer digits: shorter ones are numbers of something else. */
const fewestDigits = 8;

/** Where labels of a product are printed: in the stores whose price book it is in, else wherever none is needed. */
function storesOf({ Prices }: LabelProduct, stores: readonly Store[]): readonly Store[] {
  const books = new Set((Prices ?? []).map(({ priceBookName }) => toText(priceBookName).toLowerCase()));
  const bookOf = ({ storeName }: Store) => priceBookOf(storeName)?.toLowerCase();
  const own = stores.filter((store) => books.has(bookOf(store) ?? ""));
  return own.length > 0 ? own : stores.filter((store) => bookOf(store) === undefined).slice(0, 1);
}

async function search(user: User, barcode: string, stores: readonly Store[]) {
  const rows = await firstFound(barcode, (spelling) =>
    callPortalApi(user, getAllProducts, {
      query: { page: 1, pagesize: labelProductPageSize, barcode: spelling },
    }),
  );
  const hits = readable(rows).flatMap((row) =>
    storesOf(row, stores).map((store) => {
      const product = toLabelProduct(row, store.storeName);
      const size = sizeOfBarcode(product, barcode);
      return {
        href: labelsPath(store.storeAlias, { filter: { ...labelFilterSearch.every, barcode } }),
        title: shorten(product.name, 120),
        about: {
          rest: nonEmpty(size?.sku ?? product.levelCode, product.colour, size?.size ?? "", store.storeName),
        },
        isExact: false,
      };
    }),
  );
  return { hits, isCut: rows.length >= labelProductPageSize };
}

/** Products that labels are printed of, in Print Label of their stores, by the code that they bear (calls#label-products). */
export const labelFinder: Finder = {
  kind: "labels",
  label: "Label products",
  by: "barcode",
  permission: "store/printlabel",
  find(user, { code = "" }, stores) {
    const { value: barcode = "" } = readBarcode(code);
    return barcode.length >= fewestDigits ? search(user, barcode, stores) : undefined;
  },
};
