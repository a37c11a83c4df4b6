import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import type { Store } from "#contract/stores.ts";
import { listNewestOrders } from "./api.server.ts";
import {
  chartedOrders,
  countedWaiting,
  type OrderAttention,
  type StatusChart,
  toOrderAttention,
  toStatusChart,
} from "./overview.ts";
import { ordersPath } from "./paths.ts";
import { waitingOrderStatuses } from "./statuses.ts";

/** A store's orders at a glance; a part whose call failed is missing, and its error is there. */
export type OrdersOverview = {
  href: string;
  chart: StatusChart | undefined;
  attention: OrderAttention | undefined;
  errors: ErrorView[];
};

/** What the Overview says of a store's orders. Throws nothing that should bring a page down. */
export async function ordersOverview(user: User, store: Store): Promise<OrdersOverview> {
  const whose = { storeName: store.storeName };
  const scope = store.storeAlias;
  const [newest, waiting] = await Promise.all([
    attempt(listNewestOrders(user, whose, chartedOrders)),
    attempt(listNewestOrders(user, whose, countedWaiting, waitingOrderStatuses)),
  ]);
  return {
    href: ordersPath(scope),
    chart: newest.ok ? toStatusChart(newest.value, scope) : undefined,
    attention: waiting.ok ? toOrderAttention(waiting.value, scope) : undefined,
    errors: [newest, waiting].flatMap((read) => (read.ok ? [] : [read.error])),
  };
}
