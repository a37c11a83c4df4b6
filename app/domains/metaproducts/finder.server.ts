import type { User } from "#app/auth/guard.server.ts";
import { type Asked, names } from "#app/find/asked.ts";
import { type Finder, once, said } from "#app/find/finder.server.ts";
import type { Hit } from "#app/find/hits.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { listMetaProducts, searchMetaProducts } from "./api.server.ts";
import { toProduct } from "./model.ts";
import { productPath, productSearch } from "./paths.ts";

type Wanted = { code: string } | { title: string };

const wantedIn = ({ text, code, email, exoName, raNumber, id, sscc, barcode }: Asked): Wanted | undefined => {
  if (email || exoName || raNumber || (id && !code) || sscc || text.length < 2) return undefined;
  if (barcode) return { code: barcode };
  return code ? { code } : { title: text };
};

const holdsBarcode = (product: MetaProduct, barcode: string): boolean =>
  (product.variants ?? []).some(({ attributes }) =>
    Object.values(attributes ?? {}).some((value) => toText(value) === barcode),
  );

function toHit(row: MetaProduct, store: Store, asked: Asked): Hit {
  const product = toProduct(row, store.storeType);
  const skus = (row.variants ?? []).map(({ productSku }) => toText(productSku));
  return {
    href: productPath(store.storeAlias, {}, { id: product.id, group: product.code }),
    title: shorten(product.title || product.code || product.id, 120),
    about: said(product.code, store.storeName, product.brand).map((text) => shorten(text, 80)),
    isExact:
      names(asked, product.id, product.code, ...skus) ||
      (asked.barcode !== undefined && holdsBarcode(row, asked.barcode)),
  };
}

const readable = (rows: readonly WireRow<MetaProduct>[]): MetaProduct[] =>
  rows.flatMap((row) => (row.readable ? [row.row] : []));

async function ofAllStores(user: User, wanted: Wanted): Promise<{ row: MetaProduct; of: string }[]> {
  const rows = readable(await searchMetaProducts(user, wanted));
  return rows.map((row) => ({ row, of: toText(row.storeGroup) }));
}

/** Without the extension every store is asked by itself. */
async function storeByStore(
  user: User,
  wanted: Wanted,
  stores: readonly Store[],
): Promise<{ row: MetaProduct; of: string }[]> {
  const pages = await Promise.all(
    stores.map(async (store) => {
      const rows = readable(await listMetaProducts(user, store, { ...productSearch.every, ...wanted }));
      return rows.map((row) => ({ row, of: store.storeName }));
    }),
  );
  return pages.flat();
}

const most = 40;

async function search(user: User, asked: Asked, wanted: Wanted, stores: readonly Store[]) {
  const canAll = await hasExtension(user, "all-store-products");
  const rows = canAll ? await ofAllStores(user, wanted) : await storeByStore(user, wanted, stores);
  const storeOf = new Map(stores.map((store) => [store.storeName.toLowerCase(), store]));
  const hits = rows.flatMap(({ row, of }) => {
    const store = storeOf.get(of.toLowerCase());
    return store ? [{ id: `${of} ${row.id}`, hit: toHit(row, store, asked) }] : [];
  });
  return {
    hits: once([hits])
      .slice(0, most)
      .map(({ hit }) => hit),
    isCut: hits.length > most || (canAll && rows.length >= metaProductPageSize),
    ...(asked.barcode && !canAll
      ? { unasked: "Meta Products can't be searched by barcode here: look for the SKU." }
      : {}),
  };
}

/** Products of every store, by code, SKU, barcode or title (calls#all-store-products). */
export const productFinder: Finder = {
  kind: "products",
  label: "Meta Products",
  by: "code, SKU, barcode and title",
  permission: "store/products",
  find: (user, asked, stores) => {
    const wanted = wantedIn(asked);
    return wanted && search(user, asked, wanted, stores);
  },
};
