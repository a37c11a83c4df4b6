import type { LoaderFunctionArgs } from "@remix-run/node";
import { attempt } from "#app/core/api/api.server.ts";
import { datedFilter } from "#app/core/api/extensions.server.ts";
import { actsAs, may, type User } from "#app/core/auth/guard.server.ts";
import type { BulkKind } from "#app/core/commands/bulkKind.server.ts";
import { env } from "#app/core/env.server.ts";
import type { ListPage } from "#app/core/lists/listed.ts";
import type { RecordRef, RecordState } from "#app/core/records/record.ts";
import { requireStoreScope, type StoreScope } from "#app/core/stores/guard.server.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { momentOf, toText } from "#app/core/values/values.ts";
import { marksOfRows, notesOf } from "#app/features/notes/notes.server.ts";
import { defineSheet } from "#app/features/sheets/defineSheet.server.ts";
import {
  largeSheetChoices,
  largeSheetSearch,
  type OnScreen,
  type SheetChoices,
  sheetChoices,
  sheetHrefs,
} from "#app/features/sheets/sheetChoices.ts";
import { pagesPerSlice } from "#app/features/sheets/sheetExport.server.ts";
import { recordPages } from "#app/screens/recordPages.server.ts";
import { type OrderRecord, orderExportPageSize, orderPageSize } from "#contract/orders.ts";
import type { Store } from "#contract/stores.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";
import { fetchPage, findOrder, hasLongPages, listOrders } from "./api.server.ts";
import {
  columnsWithout,
  type ListContext,
  type OrderRow,
  orderColumns,
  orderSheetPlan,
  storeFinder,
  toOrderPage,
} from "./columns.ts";
import {
  type OrderMissing,
  type OrderNeighbours,
  type OrderPanel,
  toOrderDetail,
  toOrderUnavailable,
} from "./detail.ts";
import { type Order, toOrder } from "./model.ts";
import { type OrderFilter, orderSearch, ordersPath, orderView } from "./paths.ts";
import { waitingOrderStatuses } from "./statuses.ts";

/** The user and the orders of a page: those of `store`, or of all `stores` if it is undefined. */
export type OrderScope = StoreScope & { storeOf: ListContext["storeOf"] };

/** Permissions for the orders of all stores (roles#global-actions). */
type OrderPermission = "orders" | "orders.act" | "orders.export";

/** The guard of every order route, at either URL. An order may be of a store that is not among these. */
export async function requireOrders(
  args: Pick<LoaderFunctionArgs, "request" | "params">,
  permission: OrderPermission = "orders",
): Promise<OrderScope> {
  const { user, store, stores } = await requireStoreScope(args, "orders", permission);
  return { user, store, stores, storeOf: store ? () => store : storeFinder(stores) };
}

const contextOf = ({ user, store, storeOf }: OrderScope, filter: OrderFilter): ListContext => ({
  alias: store?.storeAlias,
  filter,
  username: actsAs(user, store ? "store/orders" : "orders.act"),
  storeOf,
  portals: { iconic: env.ICONIC_ORDER_URL, catch: env.CATCH_ORDER_URL },
});

export const orderSheet = defineSheet({
  what: "orders",
  plan: orderSheetPlan,
  choice: largeSheetSearch,
  guard: (args): Promise<StoreScope> => requireOrders(args, "orders.export"),
  filterOf: ({ url }) => orderSearch.read(url),
  listPath: ({ store }, filter) => ordersPath(store?.storeAlias, filter),
  async rowsOf({ user, store, stores }, filter, { these }) {
    const isLong = !these && (await hasLongPages(user));
    const pageSize = isLong ? orderExportPageSize : orderPageSize;
    return {
      subject: store?.storeName ?? "all-stores",
      options: { timeZone: env.TIME_ZONE, stores: store ? undefined : [...stores] },
      pageSize,
      pagesPerSlice: isLong ? 1 : pagesPerSlice,
      readPage: async (page) => ({ rows: await fetchPage(user, store, { ...filter, page }, pageSize) }),
    };
  },
});

/** The ways to take orders away (products#export-rows): pages of 1,000 only where the service has such. */
async function orderSheetChoices(
  user: User,
  alias: StoreAlias,
  filter: OrderFilter,
  onScreen: Omit<OnScreen, "pageSize">,
): Promise<SheetChoices> {
  const toHrefs = (start: OrderFilter, choice: { all: boolean; these: boolean }) =>
    sheetHrefs(ordersPath(alias, start), largeSheetSearch.entries(choice));
  if (await hasLongPages(user))
    return largeSheetChoices(filter, { ...onScreen, pageSize: orderPageSize }, "orders", [["", {}]], toHrefs);
  const ways: [string, { all: boolean; these: boolean }][] = [
    ["These rows", { all: false, these: true }],
    ["All orders that match", { all: true, these: false }],
  ];
  return sheetChoices(filter, orderPageSize, ways, toHrefs);
}

/** The line of Today for a status (today#orders). */
export const orderLineKey = (status: string): string => `orders:${status}`;

export const orderRef = (id: string): RecordRef => ({ kind: "order", store: "", id });

/** The state of an order, from its record (notes#handled). */
export function orderState({ status, _ts, order }: OrderRecord): RecordState {
  const code = toText(status);
  return {
    revision: JSON.stringify([code, _ts ?? null]),
    lines: waitingOrderStatuses.includes(code) ? [orderLineKey(code)] : [],
    since: momentOf(_ts) ?? momentOf(order?.createdAt),
  };
}

/** An order's related records in other domains; each part has its own error. */
export type AskNeighbours = {
  related: (order: Order) => Promise<OrderNeighbours["related"]>;
  products: (order: Order, store: Store | undefined) => Promise<OrderNeighbours["products"]>;
  threadHref: (orderNumber: string) => string;
};

const statusOf: Partial<Record<OrderMissing["found"], number>> = { failed: 502, tooMany: 404, none: 404 };

async function listOf(scope: OrderScope, request: Request) {
  const requested = orderSearch.read(request.url);
  const rows = await listOrders(scope.user, scope.store, requested);
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
  const columns = orderColumns.views(columnsWithout(alias === undefined));
  const mayExport = may(user, store ? "store/orders" : "orders.export");
  const choicesOf = ({ rows, hasNext }: ListPage<OrderRow>) =>
    orderSheetChoices(user, alias, dated.filter, { rowCount: rows.length, hasNext: hasNext === true });
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
    status: statusOf[why.found] ?? 200,
    panel: toOrderUnavailable(scope.store?.storeAlias, filter, wanted, why),
  });
  const looked = await attempt(findOrder(scope.user, scope.store, wanted, filter));
  if (!looked.ok) return missing({ found: "failed", error: looked.error });
  if (looked.value.found !== "order") return missing(looked.value);
  const { row } = looked.value;
  if (!row.readable) return missing({ found: "unreadable", problem: row.problem });
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
  return { status: 200, panel: { isShown: true as const, detail, notes } };
}

export const defineOrderPages = (neighboursOf: (scope: OrderScope) => AskNeighbours, bulk: BulkKind) =>
  recordPages({
    guard: requireOrders,
    userOf: ({ user }) => user,
    param: "orderId",
    bulk,
    list: orderList,
    panel: (scope: OrderScope, request, id) => panelOf(scope, request, id, neighboursOf(scope)),
    beside: async () => ({}),
  });
