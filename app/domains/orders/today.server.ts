import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { compact } from "#app/values/compact.ts";
import { momentOf, oldestOf } from "#app/values/moment.ts";
import { toText } from "#app/values/read.ts";
import { getOrderCounts } from "#contract/counts.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { listNewestOrders } from "./api.server.ts";
import { orderLineKey } from "./notes.ts";
import { countedWaiting } from "./overview.ts";
import { ordersPath } from "./paths.ts";
import { orderStatusOf, waitingOrderStatuses } from "./statuses.ts";

const toLine = (
  status: string,
  stand: Pick<TodayLine, "count" | "orMore" | "oldestAt" | "stamp">,
): TodayLine =>
  compact({
    ...stand,
    key: orderLineKey(status),
    words: orderStatusOf(status).label,
    href: ordersPath(undefined, { statuses: [status] }),
  });

/** From a service that counts: one call (calls#counts). */
async function countedLines(user: User): Promise<TodayLine[]> {
  const rows = await callPortalApi(user, getOrderCounts, {
    query: { statuses: waitingOrderStatuses.join(",") },
  });
  return rows.flatMap((row) => {
    if (!row.readable || row.row.count === 0) return [];
    const { status, count, oldest_at, stamp } = row.row;
    return [
      toLine(status, { count, orMore: false, oldestAt: momentOf(oldest_at), stamp: hashOf([count, stamp]) }),
    ];
  });
}

const changedAt = (row: WireRow<OrderRecord>) =>
  row.readable ? (momentOf(row.row._ts) ?? momentOf(row.row.order?.createdAt)) : undefined;

/** The line of one status out of its rows; `isCut`: there may be more than these, older ones. */
function rowsLine(status: string, rows: readonly WireRow<OrderRecord>[], isCut: boolean): TodayLine {
  return toLine(status, {
    count: rows.length,
    orMore: isCut,
    oldestAt: oldestOf(rows.map(changedAt)),
    stamp: hashOf(rows.map((row) => (row.readable ? [row.row.id, row.row._ts] : row.id)).sort()),
  });
}

const everywhere = { storeName: undefined };

/** By the documented call: one for all statuses, and where they are too many one for each (today#orders). */
async function readLines(user: User): Promise<TodayLine[]> {
  const all = await listNewestOrders(user, everywhere, countedWaiting, waitingOrderStatuses);
  const isWhole = all.length < countedWaiting;
  const statusOf = (row: WireRow<OrderRecord>) => (row.readable ? toText(row.row.status) : "");
  const lines = await Promise.all(
    waitingOrderStatuses.map(async (status) => {
      const rows = isWhole
        ? all.filter((row) => statusOf(row) === status)
        : await listNewestOrders(user, everywhere, countedWaiting, [status]);
      return rows.length === 0 ? [] : [rowsLine(status, rows, rows.length >= countedWaiting)];
    }),
  );
  return lines.flat();
}

/** The orders of all stores that wait for a person, by their kind of trouble (today#orders). Throws ApiError. */
export const ordersToday = async (user: User): Promise<TodayLine[]> =>
  (await hasExtension(user, "order-counts")) ? countedLines(user) : readLines(user);
