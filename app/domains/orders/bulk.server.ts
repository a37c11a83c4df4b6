import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { eventRow } from "#app/domains/actions/bulk.server.ts";
import { orderPageSize } from "#contract/orders.ts";
import { orderTarget } from "./actionTarget.server.ts";
import { listOrders } from "./api.server.ts";
import { orderPath, ordersPath } from "./paths.ts";
import { type OrdersOf, ordersOf } from "./scope.server.ts";
import { type OrderFilter, orderSearch } from "./search.ts";

function placeOf(whose: OrdersOf, filter: OrderFilter): BulkPlace {
  const { user, store } = whose;
  const scope = store?.storeAlias;
  return {
    user,
    listHref: ordersPath(scope, filter),
    title: "Orders",
    async page(page) {
      const rows = await listOrders(user, { storeName: store?.storeName }, { ...filter, page });
      const ids = rows.map((row) => (row.readable ? row.row.id : row.id));
      return { ids, hasNext: rows.length === orderPageSize };
    },
    row(id, action, words) {
      const href = orderPath(scope, filter, { id });
      const findTarget = () => orderTarget(whose, id, filter, action);
      return eventRow({ user, action, kind: "order", wanted: id, href, findTarget }, words);
    },
  };
}

/** Orders, of which several can be acted on at once. */
export const ordersInBulk: BulkKind = {
  key: "orders",
  one: "order",
  many: "orders",
  open: async (args, list) => placeOf(await ordersOf(args, "orders.act"), orderSearch.read(list)),
};
