import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import { getMetaProducts, metaProductExportPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { type RuleProduct, type RuleProducts, toRuleProducts } from "./ruleProduct.ts";

/** Maximum pages of 1,000 products, read in parallel; rules of a larger store are evaluated on these. */
const maxPages = 20;
const sideBySide = 2;

async function readAll(user: User, storeName: string): Promise<RuleProducts> {
  const read: RuleProducts = { products: [], unread: 0, isCut: false };
  for (let page = 1; page <= maxPages; page += sideBySide) {
    const pages = await Promise.all(
      Array.from({ length: sideBySide }, (_, next) =>
        callPortalApi(user, getMetaProducts, {
          query: { storegroup: storeName, page: page + next, pagesize: metaProductExportPageSize },
        }),
      ),
    );
    for (const rows of pages) {
      const { products, unread } = toRuleProducts(rows);
      read.products.push(...products);
      read.unread += unread;
    }
    if (pages.some((rows) => rows.length < metaProductExportPageSize)) return read;
  }
  return { ...read, isCut: true };
}

const stored = keepPerSession<RuleProducts>({ keepForMs: 30_000, keepAtMost: 8, read: readAll });

type StoreName = Pick<Store, "storeName">;

/**
 * All products of a store with their variants (calls#meta-products), cached per session for half a
 * minute, since previews follow one another. At most the first 20,000. Throws ApiError.
 */
export const listRuleProducts = (user: User, { storeName }: StoreName): Promise<RuleProducts> =>
  stored(user, storeName);

/** Products by store, cached per request. */
const readNow = new WeakMap<Request, Map<string, Promise<RuleProducts>>>();

/** The current products: read once per request for all of its rules. Throws ApiError. */
export function readRuleProducts(user: User, { storeName }: StoreName): Promise<RuleProducts> {
  const ofRequest = readNow.get(user.request) ?? new Map<string, Promise<RuleProducts>>();
  readNow.set(user.request, ofRequest);
  const products = ofRequest.get(storeName) ?? stored(user, storeName, { refresh: true });
  ofRequest.set(storeName, products);
  return products;
}

/** Maximum duration of one chunk of calculation, in milliseconds. */
const pieceMs = 20;

/** Iterates over products in chunks, yielding to other requests in between. */
export async function forEachProduct(
  products: readonly RuleProduct[],
  look: (product: RuleProduct) => void,
): Promise<void> {
  let since = performance.now();
  for (const product of products) {
    look(product);
    if (performance.now() - since < pieceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}
