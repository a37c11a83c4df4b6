import type { User } from "#app/auth/guard.server.ts";
import { listedRows } from "#app/bulk/begin.server.ts";
import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { eventRow } from "#app/confirm/bulk.server.ts";
import { type Finder, once, said } from "#app/find/finder.server.ts";
import type { Hit } from "#app/find/hits.ts";
import { names, type ParsedSearch } from "#app/find/parsedSearch.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import type { NoteRef } from "#app/notes/notes.ts";
import type { RecordKind } from "#app/recordPages/recordKind.server.ts";
import { viewList } from "#app/savedViews/viewList.server.ts";
import { listStores } from "#app/stores/api.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { findStore, readableStores } from "#app/stores/model.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { findActionTarget, targetOf } from "./actionTarget.server.ts";
import { findMetaProduct, listMetaProducts, searchMetaProducts } from "./api.server.ts";
import { toProduct } from "./model.ts";
import {
  type ProductFilter,
  productInBulk,
  productOfBulk,
  productPath,
  productSearch,
  productsPath,
} from "./paths.ts";
import { productRef, productState } from "./state.server.ts";
import { productsToday } from "./today.server.ts";

async function readProduct(user: User, { store: alias, id }: NoteRef) {
  const store = findStore(await listStores(user), alias);
  const found = store && (await findMetaProduct(user, store, { id, group: "" }, productSearch.every));
  return found?.readable ? { name: shorten(id, 80), ...productState(found.row) } : undefined;
}

function placeOf(user: User, store: Store, filter: ProductFilter): BulkPlace {
  const alias = store.storeAlias;
  // A review asks for the list's pages, and not for each of its products.
  const listed = listedRows(
    (row: WireRow<MetaProduct>) => (row.readable ? row.row.id : row.id),
    (page) => listMetaProducts(user, store, { ...filter, page }),
    filter.page,
  );
  return {
    user,
    listHref: productsPath(alias, filter),
    title: "Meta Products",
    async page(page) {
      const rows = await listed.read(page);
      const ids = rows.map((row) =>
        row.readable
          ? productInBulk({ id: row.row.id, group: toText(row.row.groupId) })
          : productInBulk({ id: row.id, group: "" }),
      );
      return { ids, hasNext: rows.length === metaProductPageSize };
    },
    row(bulkId, action, words) {
      const wanted = productOfBulk(bulkId);
      const href = productPath(alias, filter, wanted);
      const find = () => findActionTarget(user, store, wanted, filter, action);
      const look = async () => {
        const row = await listed.find(wanted.id);
        return row ? targetOf(store, row, action) : find();
      };
      const as = (findTarget: typeof find) =>
        eventRow({ user, action, kind: "", wanted: wanted.id, href, findTarget }, words);
      return { ...as(find), look: as(look).look };
    },
  };
}

/** A store's products, of which several can be acted on at once. */
const productsInBulk: BulkKind = {
  key: "products",
  one: "product",
  many: "products",
  async open({ request, params }, list) {
    const { user, store } = await requireStorePage(request, params.alias, "products");
    return placeOf(user, store, productSearch.read(list));
  },
};

type Wanted = { code: string } | { title: string };

const wantedIn = ({
  text,
  code,
  email,
  exoName,
  raNumber,
  id,
  sscc,
  barcode,
}: ParsedSearch): Wanted | undefined => {
  if (email || exoName || raNumber || (id && !code) || sscc || text.length < 2) return undefined;
  if (barcode) return { code: barcode };
  return code ? { code } : { title: text };
};

const holdsBarcode = (product: MetaProduct, barcode: string): boolean =>
  (product.variants ?? []).some(({ attributes }) =>
    Object.values(attributes ?? {}).some((value) => toText(value) === barcode),
  );

function toHit(row: MetaProduct, store: Store, parsed: ParsedSearch): Hit {
  const product = toProduct(row, store.storeType);
  const skus = (row.variants ?? []).map(({ productSku }) => toText(productSku));
  return {
    href: productPath(store.storeAlias, {}, { id: product.id, group: product.code }),
    title: shorten(product.title || product.code || product.id, 120),
    about: said(product.code, store.storeName, product.brand).map((text) => shorten(text, 80)),
    isExact:
      names(parsed, product.id, product.code, ...skus) ||
      (parsed.barcode !== undefined && holdsBarcode(row, parsed.barcode)),
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

async function search(user: User, parsed: ParsedSearch, wanted: Wanted, stores: readonly Store[]) {
  const canAll = await hasExtension(user, "all-store-products");
  const rows = canAll ? await ofAllStores(user, wanted) : await storeByStore(user, wanted, stores);
  const storeOf = new Map(stores.map((store) => [store.storeName.toLowerCase(), store]));
  const hits = rows.flatMap(({ row, of }) => {
    const store = storeOf.get(of.toLowerCase());
    return store ? [{ id: `${of} ${row.id}`, hit: toHit(row, store, parsed) }] : [];
  });
  return {
    hits: once([hits])
      .slice(0, most)
      .map(({ hit }) => hit),
    isCut: hits.length > most || (canAll && rows.length >= metaProductPageSize),
    ...(parsed.barcode && !canAll
      ? { unsearched: "Meta Products can't be searched by barcode here: look for the SKU." }
      : {}),
  };
}

/** Products of every store, by code, SKU, barcode or title (calls#all-store-products). */
const productFinder: Finder = {
  kind: "products",
  label: "Meta Products",
  by: "code, SKU, barcode and title",
  permission: "store/products",
  find: (user, parsed, stores) => {
    const wanted = wantedIn(parsed);
    return wanted && search(user, parsed, wanted, stores);
  },
};

/** Meta products of a store (notes#whose, today#products, views#what). */
export const productRecord: RecordKind = {
  key: "product",
  noun: "product",
  ref: productRef,
  read: readProduct,
  href: ({ store, id }) => productPath(store, {}, { id, group: "" }),
  bulk: productsInBulk,
  finder: productFinder,
  today: {
    key: "products",
    title: "Refused products",
    commands: ["store/products"],
    // One call for each store, where the service does not count.
    keepForMs: 120_000,
    records: ["product"],
    read: async (user) => productsToday(user, readableStores(await listStores(user))),
  },
  views: [
    viewList({
      title: "Meta Products",
      permission: "store/products",
      at: /^\/store\/([^/]+)\/products\/?$/,
      search: productSearch,
      path: productsPath,
    }),
  ],
};
