import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { listedRows } from "#app/bulk/listedRows.server.ts";
import { eventRow } from "#app/confirm/bulk.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type OrderRecord, orderPageSize } from "#contract/orders.ts";
import { orderTarget, targetOf } from "./actionTarget.server.ts";
import { listOrders } from "./api.server.ts";
import { type OrderFilter, orderPath, orderSearch, ordersPath } from "./paths.ts";
import { type OrdersOf, ordersOf } from "./scope.server.ts";

function placeOf(whose: OrdersOf, filter: OrderFilter): BulkPlace {
  const { user, store } = whose;
  const scope = store?.storeAlias;
  // A review asks for the list's pages, and not for each of its orders.
  const listed = listedRows(
    (row: WireRow<OrderRecord>) => (row.readable ? row.row.id : row.id),
    (page) => listOrders(user, { storeName: store?.storeName }, { ...filter, page }),
    filter.page,
  );
  return {
    user,
    listHref: ordersPath(scope, filter),
    title: "Orders",
    async page(page) {
      const rows = await listed.read(page);
      const ids = rows.map((row) => (row.readable ? row.row.id : row.id));
      return { ids, hasNext: rows.length === orderPageSize };
    },
    row(id, action, words) {
      const href = orderPath(scope, filter, { id });
      const find = () => orderTarget(whose, id, filter, action);
      const look = async () => {
        const row = await listed.find(id);
        return row ? targetOf(whose, row, action) : find();
      };
      const as = (findTarget: typeof find) =>
        eventRow({ user, action, kind: "order", wanted: id, href, findTarget }, words);
      return { ...as(find), look: as(look).look };
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
