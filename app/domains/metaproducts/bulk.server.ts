import type { User } from "#app/auth/guard.server.ts";
import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { eventRow } from "#app/domains/actions/bulk.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";
import { toText } from "#app/values/read.ts";
import { metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { findActionTarget } from "./actionTarget.server.ts";
import { listMetaProducts } from "./api.server.ts";
import { productInBulk, productOfBulk, productPath, productsPath } from "./paths.ts";
import { type ProductFilter, productSearch } from "./search.ts";

function placeOf(user: User, store: Store, filter: ProductFilter): BulkPlace {
  const alias = store.storeAlias;
  return {
    user,
    listHref: productsPath(alias, filter),
    title: "Meta Products",
    async page(page) {
      const rows = await listMetaProducts(user, store, { ...filter, page });
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
      const findTarget = () => findActionTarget(user, store, wanted, filter, action);
      return eventRow({ user, action, kind: "", wanted: wanted.id, href, findTarget }, words);
    },
  };
}

/** A store's products, of which several can be acted on at once. */
export const productsInBulk: BulkKind = {
  key: "products",
  one: "product",
  many: "products",
  async open({ request, params }, list) {
    const { user, store } = await requireStorePage(request, params.alias, "products");
    return placeOf(user, store, productSearch.read(list));
  },
};
