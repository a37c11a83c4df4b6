import { data } from "@remix-run/node";
import { may } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { toShownColumns } from "#app/lists/columns.ts";
import type { LivePage } from "#app/lists/listed.ts";
import type { LiveNews } from "#app/lists/news.ts";
import { canOrder, versionOf } from "#app/lists/order.server.ts";
import { marksOfRows, notesOf } from "#app/notes/shown.server.ts";
import { isDated, undated } from "#app/search/days.ts";
import { newsSearch } from "#app/search/news.ts";
import type { Store } from "#contract/stores.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";
import { findOrder, listOrders } from "./api.server.ts";
import { orderColumnKeys, orderColumns } from "./columns.ts";
import { type OrderNeighbours, type OrderPanel, toOrderDetail } from "./detail.ts";
import { type OrderRow, toOrderPage } from "./list.ts";
import { type Order, toOrder } from "./model.ts";
import { orderRef, orderStand } from "./notes.ts";
import { type OrderMissing, toOrderNotShown } from "./notShown.ts";
import { orderSearch, orderView } from "./paths.ts";
import { contextOf, type OrdersOf } from "./scope.server.ts";
import { orderSheetChoices } from "./sheetSource.server.ts";

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

const whoseOf = ({ store }: OrdersOf) => ({ storeName: store?.storeName });

const listOf = async (of: OrdersOf, request: Request): Promise<LivePage<OrderRow>> => {
  const filter = orderSearch.read(request.url);
  const rows = await listOrders(of.user, whoseOf(of), filter);
  const marks = await marksOfRows(rows, (row) => ({ ref: orderRef(row.id), ...orderStand(row) }));
  const list = { ...toOrderPage(rows, contextOf(of, filter)), marks };
  return { ...list, version: versionOf(list) };
};

/** The list of one scope: its rows, or the error that stands in their place. */
export async function ordersScreen(of: OrdersOf, request: Request) {
  const { user, store } = of;
  const asked = orderSearch.read(request.url);
  const scope = store?.storeAlias;
  const columns = toShownColumns(orderColumns, orderColumnKeys(scope === undefined));
  const [hasOrders, list] = await Promise.all([canOrder(user), attempt(listOf(of, request))]);
  const filter = hasOrders ? asked : undated(asked);
  const sortIgnored = !hasOrders && isDated(asked);
  const screen = { scope, storeName: store?.storeName, filter, hasOrders, sortIgnored, columns };
  if (!list.ok) {
    return data({ ...screen, list: undefined, error: list.error, download: undefined }, { status: 502 });
  }
  const { rows, hasNext } = list.value;
  const mayExport = may(user, store ? "store/orders" : "orders.export");
  return {
    ...screen,
    list: list.value,
    error: undefined,
    download:
      mayExport && rows.length > 0
        ? await orderSheetChoices(user, scope, filter, { shown: rows.length, hasNext: hasNext === true })
        : undefined,
  };
}

/** What is new on the list since the version that the browser shows. */
export async function ordersNews(of: OrdersOf, request: Request): Promise<LiveNews<LivePage<OrderRow>>> {
  const list = await attempt(listOf(of, request));
  if (!list.ok) return { kind: "failed" };
  if (list.value.version === newsSearch.read(request.url).since) return { kind: "same" };
  return { kind: "new", shown: list.value };
}

async function panelOf(of: OrdersOf, request: Request, wanted: string, ask: AskNeighbours) {
  const filter = orderSearch.read(request.url);
  const missing = (why: OrderMissing) => ({
    status: statusOf[why.why],
    panel: toOrderNotShown(of.store?.storeAlias, filter, wanted, why),
  });
  const looked = await attempt(findOrder(of.user, whoseOf(of), wanted, filter));
  if (!looked.ok) return missing({ why: "failed", error: looked.error });
  const found = looked.value;
  if (found.found === "several") return missing({ why: "several", orders: found.orders });
  if (found.found !== "order") return missing({ why: found.found });
  const { row } = found;
  if (!row.readable) return missing({ why: "unreadable", problem: row.problem });
  const view = orderView.read(request.url);
  const order = toOrder(row.row);
  const store = of.storeOf(order);
  const [related, products] = await Promise.all([
    ask.related(order),
    view.tab === "items" ? ask.products(order, store) : undefined,
  ]);
  const threadHref = storeTypeHas(order.storeType, "edi") ? ask.threadHref : undefined;
  const context = { ...contextOf(of, filter), neighbours: { related, products, threadHref } };
  const detail = toOrderDetail(row.row, row.raw, context, view);
  const notes = await notesOf(of.user, orderRef(order.id), detail.here, orderStand(row.row));
  return { status: 200, panel: { shown: true as const, detail, notes } };
}

/** The panel of one order, with what belongs to it, or what there is to say in its place. */
export async function orderPanel(of: OrdersOf, request: Request, wanted: string, ask: AskNeighbours) {
  const { panel, status } = await panelOf(of, request, wanted, ask);
  const versioned: OrderPanel = { ...panel, version: versionOf(panel) };
  return data(versioned, { status });
}

/** What is new on the panel since the version that the browser shows. */
export async function orderNews(
  of: OrdersOf,
  request: Request,
  wanted: string,
  ask: AskNeighbours,
): Promise<LiveNews<OrderPanel>> {
  const { panel, status } = await panelOf(of, request, wanted, ask);
  if (status !== 200) return { kind: "failed" };
  const version = versionOf(panel);
  if (version === newsSearch.read(request.url).since) return { kind: "same" };
  return { kind: "new", shown: { ...panel, version } };
}
