import { may } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { toColumnViews } from "#app/lists/columns.ts";
import type { ListPage } from "#app/lists/listed.ts";
import { datedFilter } from "#app/lists/order.server.ts";
import { marksOfRows, notesOf } from "#app/notes/viewModel.server.ts";
import { recordPages } from "#app/recordPages/recordPages.server.ts";
import type { Store } from "#contract/stores.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";
import { findOrder, listOrders } from "./api.server.ts";
import { orderColumnKeys, orderColumns } from "./columns.ts";
import { type OrderNeighbours, type OrderPanel, toOrderDetail } from "./detail.ts";
import { type OrderRow, toOrderPage } from "./list.ts";
import { type Order, toOrder } from "./model.ts";
import { orderSearch, orderView } from "./paths.ts";
import { contextOf, type OrderScope, requireOrders } from "./scope.server.ts";
import { orderSheetChoices } from "./sheet.server.ts";
import { orderRef, orderState } from "./state.ts";
import { type OrderMissing, toOrderUnavailable } from "./unavailable.ts";

/** What other domains tell of an order; each part says by itself that it could not be read. */
export type AskNeighbours = {
  related: (order: Order) => Promise<OrderNeighbours["related"]>;
  products: (order: Order, store: Store | undefined) => Promise<OrderNeighbours["products"]>;
  threadHref: (orderNumber: string) => string;
};

const statusOf: Record<OrderMissing["why"], number> = {
  failed: 502,
  unreadable: 200,
  several: 200,
  tooMany: 404,
  none: 404,
};

const filterOf = ({ store }: OrderScope) => ({ storeName: store?.storeName });

async function listOf(scope: OrderScope, request: Request) {
  const requested = orderSearch.read(request.url);
  const rows = await listOrders(scope.user, filterOf(scope), requested);
  const marks = await marksOfRows(rows, (row) => ({ ref: orderRef(row.id), ...orderState(row) }));
  return { ...toOrderPage(rows, contextOf(scope, requested)), marks };
}

async function orderList(scope: OrderScope, request: Request) {
  const { user, store } = scope;
  const alias = store?.storeAlias;
  const [dated, list] = await Promise.all([
    datedFilter(user, orderSearch.read(request.url)),
    attempt(listOf(scope, request)),
  ]);
  const columns = toColumnViews(orderColumns, orderColumnKeys(alias === undefined));
  const mayExport = may(user, store ? "store/orders" : "orders.export");
  const choicesOf = ({ rows, hasNext }: ListPage<OrderRow>) =>
    orderSheetChoices(user, alias, dated.filter, { shown: rows.length, hasNext: hasNext === true });
  return {
    screen: { alias, storeName: store?.storeName, ...dated, columns },
    list,
    download: mayExport ? choicesOf : undefined,
  };
}

async function panelOf(
  scope: OrderScope,
  request: Request,
  wanted: string,
  ask: AskNeighbours,
): Promise<{ status: number; panel: OrderPanel }> {
  const filter = orderSearch.read(request.url);
  const missing = (why: OrderMissing) => ({
    status: statusOf[why.why],
    panel: toOrderUnavailable(scope.store?.storeAlias, filter, wanted, why),
  });
  const looked = await attempt(findOrder(scope.user, filterOf(scope), wanted, filter));
  if (!looked.ok) return missing({ why: "failed", error: looked.error });
  const found = looked.value;
  if (found.found === "several") return missing({ why: "several", orders: found.orders });
  if (found.found !== "order") return missing({ why: found.found });
  const { row } = found;
  if (!row.readable) return missing({ why: "unreadable", problem: row.problem });
  const view = orderView.read(request.url);
  const order = toOrder(row.row);
  const store = scope.storeOf(order);
  const [related, products] = await Promise.all([
    ask.related(order),
    view.tab === "items" ? ask.products(order, store) : undefined,
  ]);
  const threadHref = storeTypeHas(order.storeType, "edi") ? ask.threadHref : undefined;
  const context = { ...contextOf(scope, filter), neighbours: { related, products, threadHref } };
  const detail = toOrderDetail(row.row, row.raw, context, view);
  const notes = await notesOf(scope.user, orderRef(order.id), detail.here, orderState(row.row));
  return { status: 200, panel: { shown: true as const, detail, notes } };
}

export const defineOrderPages = (neighboursOf: (scope: OrderScope) => AskNeighbours) =>
  recordPages({
    guard: requireOrders,
    param: "orderId",
    list: orderList,
    panel: (scope: OrderScope, request, id) => panelOf(scope, request, id, neighboursOf(scope)),
    beside: async () => ({}),
  });
