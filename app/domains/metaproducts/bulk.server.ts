import type { User } from "#app/auth/guard.server.ts";
import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { listedRows } from "#app/bulk/listedRows.server.ts";
import { eventRow } from "#app/confirm/bulk.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { toText } from "#app/values/read.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type MetaProduct, metaProductPageSize } from "#contract/metaproducts.ts";
import type { Store } from "#contract/stores.ts";
import { findActionTarget, targetOf } from "./actionTarget.server.ts";
import { listMetaProducts } from "./api.server.ts";
import {
  type ProductFilter,
  productInBulk,
  productOfBulk,
  productPath,
  productSearch,
  productsPath,
} from "./paths.ts";

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
export const productsInBulk: BulkKind = {
  key: "products",
  one: "product",
  many: "products",
  async open({ request, params }, list) {
    const { user, store } = await requireStorePage(request, params.alias, "products");
    return placeOf(user, store, productSearch.read(list));
  },
};
