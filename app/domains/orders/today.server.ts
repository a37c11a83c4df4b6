import type { User } from "#app/auth/guard.server.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { compact, momentOf, oldestOf, toText } from "#app/values/read.ts";
import { getOrderCounts } from "#contract/counts.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type OrderRecord, orderPageSize } from "#contract/orders.ts";
import { listOrders, readToCount } from "./api.server.ts";
import type { CountedOrders } from "./overview.ts";
import { orderSearch, ordersPath } from "./paths.ts";
import { orderLineKey } from "./state.ts";
import { orderStatusOf, waitingOrderStatuses } from "./statuses.ts";

const toLine = (
  status: string,
  state: Pick<TodayLine, "count" | "orMore" | "oldestAt" | "revision">,
): TodayLine =>
  compact({
    ...state,
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
      toLine(status, {
        count,
        orMore: false,
        oldestAt: momentOf(oldest_at),
        revision: hashOf([count, stamp]),
      }),
    ];
  });
}

const changedAt = (row: WireRow<OrderRecord>) =>
  row.readable ? (momentOf(row.row._ts) ?? momentOf(row.row.order?.createdAt)) : undefined;

/** The line of one status out of its rows. */
function rowsLine(status: string, { rows, isCut }: CountedOrders): TodayLine {
  return toLine(status, {
    count: rows.length,
    orMore: isCut,
    oldestAt: oldestOf(rows.map(changedAt)),
    revision: hashOf(rows.map((row) => (row.readable ? [row.row.id, row.row._ts] : row.id)).sort()),
  });
}

const everywhere = { storeName: undefined };

/** Orders of one status that are counted, where one page of the call gives so many. */
const countedOfStatus = 100;

/** By the documented call: a page of all statuses, and where that is full as many as are counted of each (today#orders). */
async function readLines(user: User): Promise<TodayLine[]> {
  const first = await listOrders(user, everywhere, {
    ...orderSearch.every,
    statuses: [...waitingOrderStatuses],
  });
  const isWhole = first.length < orderPageSize;
  const statusOf = (row: WireRow<OrderRecord>) => (row.readable ? toText(row.row.status) : "");
  const lines = await Promise.all(
    waitingOrderStatuses.map(async (status) => {
      const read = isWhole
        ? { rows: first.filter((row) => statusOf(row) === status), isCut: false }
        : await readToCount(user, everywhere, { ...orderSearch.every, statuses: [status] }, countedOfStatus);
      return read.rows.length === 0 ? [] : [rowsLine(status, read)];
    }),
  );
  return lines.flat();
}

/** The orders of all stores that wait for a person, by their kind of trouble (today#orders). Throws ApiError. */
export const ordersToday = async (user: User): Promise<TodayLine[]> =>
  (await hasExtension(user, "order-counts")) ? countedLines(user) : readLines(user);
