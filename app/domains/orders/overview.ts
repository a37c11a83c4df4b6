import type { Moment } from "#app/values/moment.ts";
import { plural, shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { type Order, orderNumber, toOrder } from "./model.ts";
import { type OrderScope, orderPath, ordersPath } from "./paths.ts";
import { type OrderStatus, orderStatusChoices, waitingOrderStatuses } from "./statuses.ts";

/** Orders that the chart counts: as many as one page of the call gives at little cost. */
export const chartedOrders = 200;
/** Waiting orders that are counted one by one; more are 'or more'. */
export const countedWaiting = 100;

export type StatusBar = { key: string; status: OrderStatus; count: number; href: string };
export type StatusChart = {
  bars: StatusBar[];
  /** What the chart counts, in words. */
  about: string;
  /** When the newest change among these orders was recorded. */
  lastSynchronised?: Moment;
};

const position = new Map(orderStatusChoices.map(({ value }, index) => [value, index]));
const positionOf = ({ code }: OrderStatus): number => position.get(code) ?? position.size;

const readOrders = (rows: readonly WireRow<OrderRecord>[]): Order[] =>
  rows.flatMap((row) => (row.readable ? [toOrder(row.row)] : []));

/** How many of these orders, the newest first, are in each status that occurs, in the statuses' fixed order. */
export function toStatusChart(rows: readonly WireRow<OrderRecord>[], scope: OrderScope): StatusChart {
  const orders = readOrders(rows);
  const bars = new Map<string, StatusBar>();
  for (const { status } of orders) {
    const bar = bars.get(status.code);
    if (bar) bar.count += 1;
    else {
      const href = ordersPath(scope, status.code === "" ? {} : { statuses: [status.code] });
      bars.set(status.code, { key: status.code || "none", status, count: 1, href });
    }
  }
  const moments = orders.flatMap(({ modifiedAt }) => {
    const at = modifiedAt === undefined ? Number.NaN : Date.parse(modifiedAt);
    return Number.isNaN(at) ? [] : [at];
  });
  const newest = moments.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  return {
    bars: [...bars.values()].sort((a, b) => positionOf(a.status) - positionOf(b.status)),
    about:
      rows.length >= chartedOrders
        ? `The newest ${chartedOrders} orders`
        : `All ${plural(rows.length, "order", "orders")}`,
    ...(moments.length === 0 ? {} : { lastSynchronised: new Date(newest).toISOString() }),
  };
}

export type WaitingOrder = { key: string; href: string; number: string; status: OrderStatus; at?: Moment };
export type OrderAttention = {
  entries: WaitingOrder[];
  /** '3', or '100 or more'. */
  count: string;
  none: boolean;
  allHref: string;
};

const shownOrders = 8;

/** The orders that wait for a person. */
export function toOrderAttention(rows: readonly WireRow<OrderRecord>[], scope: OrderScope): OrderAttention {
  const filter = { query: "", statuses: [...waitingOrderStatuses], page: 1 };
  return {
    entries: readOrders(rows)
      .slice(0, shownOrders)
      .map((order) => ({
        key: order.id,
        href: orderPath(scope, filter, { id: order.id }),
        number: shorten(orderNumber(order), 60),
        status: order.status,
        ...(order.createdAt === undefined ? {} : { at: order.createdAt }),
      })),
    count: rows.length >= countedWaiting ? `${countedWaiting} or more` : String(rows.length),
    none: rows.length === 0,
    allHref: ordersPath(scope, filter),
  };
}
