import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import { getMetaProducts, metaProductExportPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { type RuleProduct, type RuleProducts, toRuleProducts } from "./ruleProduct.ts";

/** So many pages of 1,000 are read, side by side; a store of more products is judged on these. */
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
 * Every product of a store with its variants (calls#meta-products), kept per session for half a minute: a preview
 * follows another. Of more than 20,000 the first. Throws ApiError.
 */
export const listRuleProducts = (user: User, { storeName }: StoreName): Promise<RuleProducts> =>
  stored(user, storeName);

/** Stores whose products each request has read. */
const readNow = new WeakMap<Request, Map<string, Promise<RuleProducts>>>();

/** The same as they are now: read by this request, once for all rules that it is about. Throws ApiError. */
export function readRuleProducts(user: User, { storeName }: StoreName): Promise<RuleProducts> {
  const ofRequest = readNow.get(user.request) ?? new Map<string, Promise<RuleProducts>>();
  readNow.set(user.request, ofRequest);
  const products = ofRequest.get(storeName) ?? stored(user, storeName, { refresh: true });
  ofRequest.set(storeName, products);
  return products;
}

/** So long, in milliseconds, does one piece of reckoning keep others waiting. */
const pieceMs = 20;

/** Goes through products piece by piece, and lets other requests have their turn in between. */
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
