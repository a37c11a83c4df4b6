import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
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

const counted = keepPerSession<number>({
  keepForMs: 60_000,
  keepAtMost: 500,
  read: async (user) => {
    const everywhere = { storeName: undefined };
    const waiting = await attempt(listNewestOrders(user, everywhere, countedWaiting, waitingOrderStatuses));
    if (waiting.ok) return waiting.value.length;
    // A count that failed is kept like any other, or every page would ask again; not one that was given up.
    if (user.request.signal.aborted) throw new ApiError(waiting.error);
    return 0;
  },
});

/**
 * What the shell's notification icon shows: how many orders of all stores wait for a person, counted up to
 * 100 and once a minute per session, and the list of them. A failed count shows none: the page itself says
 * what is wrong.
 */
export async function waitingOrders(user: User): Promise<{ count: number; href: string }> {
  const count = await attempt(counted(user, ""));
  return {
    count: count.ok ? count.value : 0,
    href: ordersPath(undefined, { statuses: [...waitingOrderStatuses] }),
  };
}
