import { data } from "@remix-run/node";
import { type Fact, factsOf } from "#app/domains/actions/deed.ts";
import { eventPage } from "#app/domains/actions/event.server.ts";
import { type ActionTarget, actionPath } from "#app/domains/actions/model.ts";
import { attempt } from "#app/http/api.server.ts";
import { toShownColumns } from "#app/lists/columns.ts";
import { openerSearch } from "#app/search/opener.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import { findOrder, listOrders } from "./api.server.ts";
import { orderColumnKeys, orderColumns } from "./columns.ts";
import { toOrderDetail } from "./detail.ts";
import { toOrderPage } from "./list.ts";
import { type Order, orderNumber, toOrder } from "./model.ts";
import { type OrderMissing, toOrderNotShown } from "./notShown.ts";
import { orderPath, ordersPath } from "./paths.ts";
import { contextOf, type OrdersOf } from "./scope.server.ts";
import { orderSearch, orderView } from "./search.ts";
import { orderSheetChoices } from "./sheetSource.server.ts";
import { shownAmount } from "./shown.ts";

const whose = ({ store }: OrdersOf) => ({ storeName: store?.storeName });

/** The list of one scope: its rows, or the error that stands in their place. */
export async function ordersScreen(of: OrdersOf, request: Request) {
  const filter = orderSearch.read(request.url);
  const scope = of.store?.storeAlias;
  const columns = toShownColumns(orderColumns, orderColumnKeys(scope === undefined));
  const screen = { scope, storeName: of.store?.storeName, filter, columns };
  const page = await attempt(listOrders(of.user, whose(of), filter));
  if (!page.ok) {
    return data({ ...screen, list: undefined, error: page.error, download: undefined }, { status: 502 });
  }
  const list = toOrderPage(page.value, contextOf(of, filter));
  return {
    ...screen,
    list,
    error: undefined,
    download: list.rows.length > 0 ? orderSheetChoices(scope, filter) : undefined,
  };
}

const statusOf: Record<OrderMissing["why"], number> = {
  failed: 502,
  unreadable: 200,
  several: 200,
  tooMany: 404,
  none: 404,
};

/** The panel of one order, or what there is to say in its place. */
export async function orderPanel(of: OrdersOf, request: Request, wanted: string) {
  const filter = orderSearch.read(request.url);
  const missing = (why: OrderMissing) =>
    data(toOrderNotShown(of.store?.storeAlias, filter, wanted, why), { status: statusOf[why.why] });
  const looked = await attempt(findOrder(of.user, whose(of), wanted, filter));
  if (!looked.ok) return missing({ why: "failed", error: looked.error });
  const found = looked.value;
  if (found.found === "several") return missing({ why: "several", orders: found.orders });
  if (found.found !== "order") return missing({ why: found.found });
  const { row } = found;
  if (!row.readable) return missing({ why: "unreadable", problem: row.problem });
  const { tab } = orderView.read(request.url);
  return { shown: true as const, detail: toOrderDetail(row.row, row.raw, contextOf(of, filter), tab) };
}

/**
 * One action of an order, as the action event names it: by its id, its store by name, and its own source type
 * (actions#event); where it is shown, where its dialog stands, and where that leads back to.
 */
export function orderActionPage(of: OrdersOf, request: Request, wanted: string, action: string) {
  const filter = orderSearch.read(request.url);
  const { opener } = openerSearch.read(request.url);
  const scope = of.store?.storeAlias;
  const href = orderPath(scope, filter, { id: wanted });
  const findTarget = async (): Promise<ActionTarget | undefined> => {
    const found = await findOrder(of.user, whose(of), wanted, filter);
    if (found.found !== "order" || !found.row.readable) return undefined;
    const { row, raw } = found.row;
    const order = toOrder(row);
    const store = of.storeOf(order);
    return {
      id: row.id,
      name: shorten(orderNumber(order), 80),
      facts: orderFacts(order, store?.storeName),
      storeGroup: store?.storeName ?? order.store,
      sourceType: toText(row.order?.sourceType) || (store?.storeType ?? ""),
      offered: order.actions.find(({ value }) => value === action),
      raw,
    };
  };
  return eventPage({
    user: of.user,
    action,
    kind: "order",
    wanted,
    href,
    here: actionPath(orderPath(scope, filter, { id: wanted, ...(opener ? { opener } : {}) }), action),
    closeTo: opener === "detail" ? href : ordersPath(scope, filter),
    findTarget,
  });
}

/** Which order it is, and how it stands: for the dialog that asks about it. */
function orderFacts(order: Order, storeName: string | undefined): Fact[] {
  const customer = order.delivery?.lines[0] ?? order.customer?.email ?? "";
  const amount = order.amount && shownAmount(order.amount);
  return factsOf([
    ["Order", shorten(orderNumber(order), 80)],
    ["Customer", shorten(customer, 120)],
    ["Store", shorten(storeName ?? order.store, 120)],
    ["Amount", typeof amount === "object" ? amount.text : amount],
    ["Status", order.status.label],
  ]);
}
