import { attempt } from "#app/core/api/api.server.ts";
import { canOrder } from "#app/core/api/extensions.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { drawColumns } from "#app/domains/orders/charts/draw.server.ts";
import type { Store } from "#contract/stores.ts";
import { readToCount } from "./api.server.ts";
import {
  type CountedOrders,
  countDays,
  countStatuses,
  daysInWords,
  type OrdersCounted,
  orderMarks,
  toOrderAttention,
} from "./overview.ts";
import { orderSearch, ordersPath } from "./paths.ts";
import { waitingOrderStatuses } from "./statuses.ts";

/** Number of orders counted for the chart, and of waiting orders counted, if one page of the call can have so many. */
const chartedOrders = 200;
const countedWaiting = 100;

function countOrders(read: CountedOrders, alias: StoreAlias, hasDates: boolean): OrdersCounted {
  const byDay = countDays(read, alias, { timeZone: env.TIME_ZONE, hasDates, now: Date.now() });
  const { days } = byDay;
  const parts = orderMarks.map(({ mark }) => ({
    mark,
    values: days.map(({ counts }) => counts.find((one) => one.mark === mark)?.count ?? 0),
  }));
  const names = days.map(({ day }) => String(Number(day.slice(-2))));
  const chart =
    days.length === 0 ? undefined : { name: daysInWords(days), drawing: drawColumns(names, parts) };
  return { ...countStatuses(read, alias), ...byDay, chart };
}

/** A store's orders at a glance, for the Overview; a part that could not be read is replaced by its error. */
export async function ordersOverview(user: User, store: Store) {
  const alias = store.storeAlias;
  const [newest, waiting, hasDates] = await Promise.all([
    attempt(readToCount(user, store, orderSearch.every, chartedOrders)),
    attempt(
      readToCount(user, store, { ...orderSearch.every, statuses: [...waitingOrderStatuses] }, countedWaiting),
    ),
    canOrder(user),
  ]);
  return {
    href: ordersPath(alias),
    counted: newest.ok ? countOrders(newest.value, alias, hasDates) : undefined,
    attention: waiting.ok ? toOrderAttention(waiting.value, alias) : undefined,
    errors: [newest, waiting].flatMap((read) => (read.ok ? [] : [read.error])),
  };
}
