import { readable } from "#app/core/lists/listed.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { zonedFormats } from "#app/core/ui/text/time.ts";
import { plural, shorten } from "#app/core/values/values.ts";
import { toWallTime } from "#app/core/values/wallClock.ts";
import type { Chart, Mark } from "#app/domains/orders/charts/drawing.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readMoment } from "#contract/numbers.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { type Order, orderNumber, toOrder } from "./model.ts";
import { orderPath, ordersPath } from "./paths.ts";
import { type OrderStatus, orderStatusChoices, waitingOrderStatuses } from "./statuses.ts";

/** The newest orders of a list, up to a limit; `isCut`: there may be more. */
export type CountedOrders = { rows: readonly WireRow<OrderRecord>[]; isCut: boolean };

/** Number of days drawn, ending with that of the newest order, or today if that is dated in the future. */
const drawnDays = 14;

type StatusCount = { key: string; status: OrderStatus; count: number; href: string };

const position = new Map(orderStatusChoices.map(({ value }, index) => [value, index]));
const positionOf = ({ code }: OrderStatus): number => position.get(code) ?? position.size;

const readOrders = (rows: readonly WireRow<OrderRecord>[]): Order[] => readable(rows).map(toOrder);

/** The mark of an order's status in a chart (orders#overview). */
const markOf = ({ waits, tone }: OrderStatus): Mark =>
  waits ? "waits" : tone === "ok" ? "done" : tone === "dismissed" ? "ended" : "moves";

/** The marks in stacking order, lowest first, with their names. */
export const orderMarks: readonly { mark: Mark; words: string }[] = [
  { mark: "waits", words: "Waiting for a person" },
  { mark: "moves", words: "On its way" },
  { mark: "done", words: "Complete" },
  { mark: "ended", words: "Invalid or rejected" },
];

/** The number of these orders, newest first, in each occurring status: by group, in the statuses' fixed order. */
export function countStatuses({ rows, isCut }: CountedOrders, alias: StoreAlias) {
  const orders = readOrders(rows);
  const counts = new Map<string, StatusCount>();
  for (const { status } of orders) {
    const counted = counts.get(status.code);
    if (counted) counted.count += 1;
    else {
      const href = ordersPath(alias, status.code === "" ? {} : { statuses: [status.code] });
      counts.set(status.code, { key: status.code || "none", status, count: 1, href });
    }
  }
  const moments = orders.flatMap(({ modifiedAt }) => readMoment(modifiedAt) ?? []);
  const newest = moments.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  const statuses = [...counts.values()].sort((a, b) => positionOf(a.status) - positionOf(b.status));
  return {
    /** Statuses with the same meaning in a chart, as far as they occur, by their common name. */
    groups: orderMarks
      .map(({ mark, words }) => ({
        mark,
        words,
        statuses: statuses.filter(({ status }) => markOf(status) === mark),
      }))
      .filter(({ statuses }) => statuses.length > 0),
    about: isCut ? `The newest ${rows.length} orders` : `All ${plural(rows.length, "order", "orders")}`,
    unread: rows.length - orders.length,
    /** When the newest change among these orders was recorded. */
    lastSynchronised: moments.length === 0 ? undefined : new Date(newest).toISOString(),
  };
}

/** A day `yyyy-mm-dd`, and the number of its orders by mark; zero counts are absent. */
export type OrderDay = {
  day: string;
  name: string;
  counts: { mark: Mark; words: string; count: number; href: string | undefined }[];
};

const oneDay = 24 * 60 * 60 * 1000;
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * oneDay).toISOString().slice(0, 10);

// A calendar day is time-zone independent: it is formatted in the zone that it is parsed in.
const dayName = zonedFormats("en-AU", { weekday: "short", day: "numeric", month: "short" });
const nameOf = (day: string): string => dayName("UTC").format(Date.parse(day)).replace(",", "");

/**
 * The orders by their day of creation in `timeZone`, and by mark: all days in order, also those without orders, and the
 * number of orders of `others` or without a readable time. If only the newest were read, the days start after that of the
 * oldest of them: of that day and those before it not all were read (orders#overview).
 */
export function countDays(
  { rows, isCut }: CountedOrders,
  alias: StoreAlias,
  { timeZone, hasDates, now }: { timeZone: string; hasDates: boolean; now: number },
) {
  const orders = readOrders(rows);
  const made = orders.flatMap(({ createdAt, status }) => {
    const at = readMoment(createdAt);
    return at === undefined ? [] : [{ day: toWallTime(at, timeZone).date, status }];
  });
  const inOrder = made.map(({ day }) => day).sort();
  const [oldest] = inOrder;
  const today = toWallTime(now, timeZone).date;
  const newest = inOrder.findLast((day) => day <= today);
  if (oldest === undefined || newest === undefined) return { days: [], others: orders.length };
  const all = Array.from({ length: drawnDays }, (_, index) => dayBefore(newest, drawnDays - 1 - index));
  const days = all
    .filter((day) => !isCut || day > oldest)
    .map((day): OrderDay => {
      const ofDay = made.filter((order) => order.day === day).map(({ status }) => status);
      const counts = orderMarks.flatMap(({ mark, words }) => {
        const ours = ofDay.filter((status) => markOf(status) === mark);
        const statuses = [...new Set(ours.map(({ code }) => code))];
        // Orders without a status are in no list filtered by status.
        const isListed = hasDates && !statuses.includes("");
        const href = isListed ? ordersPath(alias, { statuses, from: day, to: day }) : undefined;
        return ours.length === 0 ? [] : [{ mark, words, count: ours.length, href }];
      });
      return { day, name: nameOf(day), counts };
    });
  const drawn = days.flatMap(({ counts }) => counts).reduce((sum, { count }) => sum + count, 0);
  return { days, others: orders.length - drawn };
}

/** Both, with the chart of the days; none if no order has a readable day. */
export type OrdersCounted = ReturnType<typeof countStatuses> &
  ReturnType<typeof countDays> & { chart: Chart | undefined };

const sumOfDay = ({ counts }: OrderDay): number => counts.reduce((sum, { count }) => sum + count, 0);

export function daysInWords(days: readonly OrderDay[]): string {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return "";
  const sum = days.reduce((all, day) => all + sumOfDay(day), 0);
  const waiting = days
    .flatMap(({ counts }) => counts)
    .reduce((all, { mark, count }) => (mark === "waits" ? all + count : all), 0);
  const most = days.reduce((highest, day) => (sumOfDay(day) > sumOfDay(highest) ? day : highest), first);
  const when = first === last ? `on ${first.name}` : `from ${first.name} to ${last.name}`;
  return `${plural(sum, "order", "orders")} ${when}, most on ${most.name} (${sumOfDay(most)}); ${
    waiting === 0 ? "none waits" : `${waiting} of them wait${waiting === 1 ? "s" : ""}`
  } for a person`;
}

const shownOrders = 8;

export function toOrderAttention({ rows, isCut }: CountedOrders, alias: StoreAlias) {
  const filter = { query: "", statuses: [...waitingOrderStatuses], page: 1 };
  return {
    entries: readOrders(rows)
      .slice(0, shownOrders)
      .map((order) => ({
        key: order.id,
        href: orderPath(alias, filter, { id: order.id }),
        number: shorten(orderNumber(order), 60),
        status: order.status,
        at: order.createdAt,
      })),
    /** '3', or '60 or more'. */
    count: isCut ? `${rows.length} or more` : String(rows.length),
    none: rows.length === 0,
    allHref: ordersPath(alias, filter),
  };
}
export type OrderAttention = ReturnType<typeof toOrderAttention>;
