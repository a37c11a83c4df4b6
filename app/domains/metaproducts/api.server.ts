import type { LoaderFunctionArgs } from "@remix-run/node";
import { callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { faultView } from "#app/core/http/apiFailure.ts";
import { gatherPages, rowId } from "#app/core/lists/gather.server.ts";
import type { Reach } from "#app/core/lists/listed.ts";
import { requireStoreScope, type StoreScope } from "#app/core/stores/guard.server.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { shorten, toText } from "#app/core/values/values.ts";
import { eachOf } from "#app/features/bulk/run.server.ts";
import { defineSheet } from "#app/features/sheets/defineSheet.server.ts";
import {
  largeSheetChoices,
  type OnScreen,
  type SheetChoices,
  sheetHrefs,
} from "#app/features/sheets/sheetChoices.ts";
import { getProductMessageCounts } from "#contract/counts.ts";
import type { WireRow } from "#contract/envelopes.ts";
import {
  getMetaProducts,
  type MetaProduct,
  metaProductExportPageSize,
  metaProductPageSize,
} from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { productSheetPlan } from "./columns.ts";
import {
  type Product,
  productTypeOf,
  type StoreProduct,
  shownPrice,
  toProduct,
  variantPrices,
} from "./model.ts";
import {
  type ProductFilter,
  productExport,
  productPath,
  productSearch,
  productsPath,
  wireMessage,
} from "./paths.ts";

export const pageOf = (store: Store, filter: ProductFilter, pagesize: number) => ({
  query: {
    storegroup: store.storeName,
    page: filter.page,
    pagesize,
    productQuery: filter.code || undefined,
    title: filter.title || undefined,
    excludeValid: filter.invalid ? ("1" as const) : undefined,
  },
});

/** One page of a store's meta products (calls#meta-products), 20 as on the screen by default. Throws ApiError. */
export const listMetaProducts = (
  user: User,
  store: Store,
  filter: ProductFilter,
  pageSize = metaProductPageSize,
) => callPortalApi(user, getMetaProducts, pageOf(store, filter, pageSize));

/** The first page of matches for a code or title in all stores (calls#all-store-products). Throws ApiError. */
export const searchMetaProducts = (user: User, wanted: { code: string } | { title: string }) =>
  callPortalApi(user, getMetaProducts, {
    query: {
      storegroup: "",
      page: 1,
      pagesize: metaProductPageSize,
      ...("code" in wanted ? { productQuery: wanted.code } : { title: wanted.title }),
    },
  });

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
  const isWanted = (row: WireRow<MetaProduct>) => rowId(row) === wanted.id;
  async function among(code: string): Promise<WireRow<MetaProduct> | undefined> {
    for (let page = 1; page <= searchedPages; page += 1) {
      const rows = await listMetaProducts(user, store, { ...productSearch.every, code, page });
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

const concurrency = 4;

/** Whether a product is refused with this message (products#message). */
const hasMessage =
  (message: string) =>
  (row: WireRow<MetaProduct>): boolean =>
    row.readable && (row.row.validationStatus ?? []).some((one) => wireMessage(toText(one)) === message);

type StoresWith = { asked: readonly Store[]; total: number | undefined };

/** The stores that have products with this message, and how many, as far as the service counts them; else all. */
async function storesWith(user: User, stores: readonly Store[], message: string): Promise<StoresWith> {
  if (!(await hasExtension(user, "counts"))) return { asked: stores, total: undefined };
  const rows = await callPortalApi(user, getProductMessageCounts);
  const counts = new Map<string, number>();
  for (const row of rows)
    if (row.readable && row.row.count > 0 && wireMessage(row.row.message) === message)
      counts.set(row.row.storegroup, (counts.get(row.row.storegroup) ?? 0) + row.row.count);
  const listedStores = stores.filter(({ storeName }) => counts.has(storeName));
  return {
    asked: listedStores,
    total: listedStores.reduce((sum, { storeName }) => sum + (counts.get(storeName) ?? 0), 0),
  };
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
  const { asked, total } = await storesWith(user, stores, filter.message);
  for (const store of asked) found.set(store, new Map());
  await eachOf(asked, concurrency, async (store) => {
    if (reach.stopped) return;
    if (count() > maxRows) {
      reach.stopped = "records";
      return;
    }
    const { read, stopped } = await gatherPages(
      async (page) => {
        const rows = await listMetaProducts(
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
  });
  const products = [...found].flatMap(([store, rows]) =>
    [...rows.values()].flatMap((row) => (row.readable ? [{ store, row }] : [])),
  );
  return { products, reach: { ...reach, count: products.length, total, unread } };
}

/** The guard of a store's products, and of the products of all stores that are refused with one message. */
export const requireProducts = (args: LoaderFunctionArgs): Promise<StoreScope> =>
  requireStoreScope(args, "products", "store/products");

/** A file takes more than a screen, and a person waits longer for it. */
const limits = { maxRows: 20_000, maxMs: 60_000 };

/** Gathered products with their stores' names, for a file. Throws ApiError also where they are too many. */
async function gatheredRows({ user, stores }: StoreScope, filter: ProductFilter) {
  const { products, reach } = await gatherRefused(user, stores, filter, limits);
  if (reach.stopped)
    throw new ApiError(faultView(reach.stopped === "time" ? "slow" : "tooLarge", user.correlationId));
  return products.map(({ store: { storeName, storeType }, row: { row, raw } }) => ({
    readable: true as const,
    row: { storeGroup: storeName, storeType, ...row },
    raw,
  }));
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
        readPage: async () => ({ rows: await gatheredRows(scope, filter) }),
      };
    const pageSize = these ? metaProductPageSize : metaProductExportPageSize;
    return {
      subject: store.storeName,
      options: { storeType: store.storeType, variants, timeZone: env.TIME_ZONE },
      pageSize,
      pagesPerSlice: 1,
      readPage: async (page) => ({
        rows: await listMetaProducts(user, store, { ...filter, page }, pageSize),
      }),
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

/** The same for products with one message: all of them, since their screen is no page of a call. */
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

type ProductQuery = { store: Pick<Store, "storeName" | "storeAlias" | "storeType">; code: string };

/** What other documents tell of the product that a code names; the price is what it costs now. */
function factsOf(product: Product, price: Product["rrp"], store: ProductQuery["store"]) {
  const [image] = product.images;
  return {
    title: shorten(product.title || product.code || product.id, 160),
    href: productPath(store.storeAlias, {}, { id: product.id, group: product.code }),
    image,
    price: price && shownPrice(price),
  };
}
type ProductFacts = ReturnType<typeof factsOf>;

function variantsOf(wire: MetaProduct, store: ProductQuery["store"]): [code: string, ProductFacts][] {
  const type = productTypeOf(store.storeType);
  const product = toProduct(wire, store.storeType);
  return (wire.variants ?? []).flatMap((variant): [string, ProductFacts][] => {
    const code = toText(variant.productSku).toLowerCase();
    const own = variantPrices(variant, type);
    const price = own.sale ?? own.rrp ?? product.sale ?? product.rrp;
    return code === "" ? [] : [[code, factsOf(product, price, store)]];
  });
}

/** The variants of a page by their codes, in lower case; `isCut`: there may be more. */
const stored = keepPerSession({
  keepForMs: 60_000,
  keepAtMost: 500,
  read: async (user: User, key: string) => {
    const { store, code }: ProductQuery = JSON.parse(key);
    const rows = await listMetaProducts(
      user,
      { ...store, managementBaseUrl: null },
      { ...productSearch.every, code },
    );
    return {
      byCode: new Map(rows.flatMap((row) => (row.readable ? variantsOf(row.row, store) : []))),
      isCut: rows.length >= metaProductPageSize,
    };
  },
});

/** Maximum styles of one document that are searched for, in the order of its lines. */
const maxStyles = 12;

/** The style that a level code begins with: one read finds all of its colours and sizes. */
const styleOf = (code: string): string => code.split("_", 1)[0] ?? code;

/**
 * What a store sells under exactly these codes, by the code in lower case; kept for a minute. A code that is not among
 * the first page of its style is looked for by itself. Throws ApiError.
 */
export async function productsOfCodes(
  user: User,
  { storeName, storeAlias, storeType }: Store,
  codes: readonly string[],
): Promise<Map<string, ProductFacts>> {
  const search = (code: string) =>
    stored(user, JSON.stringify({ store: { storeName, storeAlias, storeType }, code }));
  const styles = [...new Set(codes.map(styleOf).filter(Boolean))].slice(0, maxStyles);
  const found = await Promise.all(
    styles.map(async (style) => {
      const { byCode, isCut } = await search(style);
      const missing = isCut
        ? codes.filter((code) => styleOf(code) === style && !byCode.has(code.toLowerCase())).slice(0, 2)
        : [];
      const more = await Promise.all(missing.map(search));
      return [byCode, ...more.map((one) => one.byCode)];
    }),
  );
  const wanted = new Set(codes.map((code) => code.toLowerCase()));
  return new Map(found.flat().flatMap((byCode) => [...byCode].filter(([code]) => wanted.has(code))));
}
