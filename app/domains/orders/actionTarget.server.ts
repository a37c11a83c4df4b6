import { type Fact, factsOf } from "#app/confirm/command.ts";
import { eventPage } from "#app/confirm/event.server.ts";
import type { ActionTarget } from "#app/confirm/model.ts";
import { dialogPlace } from "#app/recordPages/dialogPlace.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readCents } from "#contract/numbers.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { findOrder } from "./api.server.ts";
import { type Order, orderNumber, toOrder } from "./model.ts";
import { type OrderFilter, orderPath, orderSearch, ordersPath } from "./paths.ts";
import type { OrderScope } from "./scope.server.ts";
import { shownAmount } from "./viewModel.ts";

/** The order of an action; undefined if it is not found. Throws ApiError. */
export async function orderTarget(
  scope: OrderScope,
  wanted: string,
  filter: OrderFilter,
  action: string,
): Promise<ActionTarget | undefined> {
  const found = await findOrder(scope.user, { storeName: scope.store?.storeName }, wanted, filter);
  return found.found === "order" ? targetOf(scope, found.row, action) : undefined;
}

/** The same, for an order already read by a list. */
export function targetOf(
  scope: OrderScope,
  read: WireRow<OrderRecord>,
  action: string,
): ActionTarget | undefined {
  if (!read.readable) return undefined;
  const { row, raw } = read;
  const order = toOrder(row);
  const store = scope.storeOf(order);
  return {
    id: row.id,
    name: shorten(orderNumber(order), 80),
    facts: orderFacts(order, store?.storeName),
    amount: readCents(order.amount?.number),
    storeGroup: store?.storeName ?? order.store,
    sourceType: toText(row.order?.sourceType) || (store?.storeType ?? ""),
    offered: order.actions.find(({ value }) => value === action),
    raw,
  };
}

/**
 * One action of an order as in the action event: its id, its store by name, and its own source type
 * (actions#event); with the URLs of the order, the dialog, and the page to return to.
 */
export function orderActionPage(scope: OrderScope, request: Request, wanted: string, action: string) {
  const filter = orderSearch.read(request.url);
  const alias = scope.store?.storeAlias;
  return eventPage({
    user: scope.user,
    action,
    kind: "order",
    wanted,
    ...dialogPlace(request, action, {
      recordPath: (opened) => orderPath(alias, filter, { id: wanted, ...opened }),
      listPath: ordersPath(alias, filter),
    }),
    findTarget: () => orderTarget(scope, wanted, filter, action),
  });
}

/** The order's identity and state, for the confirmation dialog. */
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
