import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { callPortalApi, callPortalApiReadBy } from "#app/http/api.server.ts";
import type { AnswerReader } from "#app/http/apiAnswer.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { withinReach } from "#app/lists/order.server.ts";
import { createdWithin } from "#app/values/wallClock.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getOrders, type OrderRecord, orderPageSize } from "#contract/orders.ts";
import type { CountedOrders } from "./overview.ts";
import type { OrderFilter } from "./paths.ts";

export type FoundOrder =
  | { found: "order"; row: WireRow<OrderRecord> }
  /** Several orders have this number: two stores may number alike. */
  | { found: "several"; orders: OrderRecord[] }
  /** Every page searched was full: the order may be beyond them. */
  | { found: "tooMany" }
  | { found: "none" };

/** The rows that match `wanted` exactly: by id, else by sourceId, else by externalSourceID. */
function chooseOrder(rows: readonly WireRow<OrderRecord>[], wanted: string): FoundOrder | undefined {
  const byId = rows.find((row) => (row.readable ? row.row.id : row.id) === wanted);
  if (byId) return { found: "order", row: byId };
  for (const name of ["sourceId", "externalSourceID"] as const) {
    const matches = rows.flatMap((row) => (row.readable && row.row.order?.[name] === wanted ? [row] : []));
    const [only, another] = matches;
    if (only && another) return { found: "several", orders: matches.map(({ row }) => row) };
    if (only) return { found: "order", row: only };
  }
  return undefined;
}

/** A number may be part of many others: maximum pages searched for the one order. */
const searchedPages = 5;

type Rows = readonly WireRow<OrderRecord>[];

/**
 * The order with this id, sourceId or externalSourceID. No call returns a single order, so the pages of a search for
 * it are read until one has an exact match, five at most (orders#find), and then the `listed` page.
 */
export async function searchOrder(
  wanted: string,
  pageOf: (page: number) => Promise<Rows>,
  listed: () => Promise<Rows>,
): Promise<FoundOrder> {
  let isCutShort = false;
  for (let page = 1; page <= searchedPages; page += 1) {
    const rows = await pageOf(page);
    const found = chooseOrder(rows, wanted);
    if (found) return found;
    isCutShort = rows.length >= orderPageSize;
    if (!isCutShort) break;
  }
  return chooseOrder(await listed(), wanted) ?? { found: isCutShort ? "tooMany" : "none" };
}

/** `storeName` undefined requests all stores, sent as an empty `storegroup` (calls#orders). */
type StoreFilter = { storeName: string | undefined };

async function pageOf(user: User, { storeName }: StoreFilter, requested: OrderFilter, pagesize: number) {
  const filter = await withinReach(user, requested);
  return {
    query: {
      storegroup: storeName ?? "",
      page: filter.page,
      pagesize,
      orderQuery: filter.query || undefined,
      statuses: filter.statuses.join(",") || undefined,
      ...createdWithin(filter, env.TIME_ZONE, Date.now()),
      sort: filter.sort,
    },
  };
}

const fetchPage = async (
  user: User,
  store: StoreFilter,
  filter: OrderFilter,
  pagesize: number,
): Promise<WireRow<OrderRecord>[]> =>
  callPortalApi(user, getOrders, await pageOf(user, store, filter, pagesize));

/** One page of 20 orders (calls#orders). Throws ApiError. */
export const listOrders = (user: User, store: StoreFilter, filter: OrderFilter) =>
  fetchPage(user, store, filter, orderPageSize);

/** Whether pages of orders may be longer than the documented 20 (calls#extensions). */
export const hasLongPages = (user: User): Promise<boolean> => hasExtension(user, "order-counts");

/** Maximum pages of 20 to count if the service has no longer ones (today#counts). */
const maxCountedPages = 3;

/** The first orders of a list, to be counted: one page of `wanted`, or three documented pages. Throws ApiError. */
export async function readToCount(
  user: User,
  store: StoreFilter,
  filter: OrderFilter,
  wanted: number,
): Promise<CountedOrders> {
  const isLong = await hasLongPages(user);
  const [size, pages] = isLong ? [wanted, 1] : [orderPageSize, maxCountedPages];
  const rows: WireRow<OrderRecord>[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const more = await fetchPage(user, store, { ...filter, page }, size);
    rows.push(...more);
    if (more.length < size) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}

/** One page of orders of this size for the spreadsheet, parsed by `read`. Throws ApiError. */
export const readOrdersForExport = async <Value>(
  user: User,
  store: StoreFilter,
  filter: OrderFilter,
  pageSize: number,
  read: AnswerReader<Value>,
): Promise<Value> => callPortalApiReadBy(user, getOrders, await pageOf(user, store, filter, pageSize), read);

/**
 * The order identified by `wanted` (orders#find), else one of the list page that it was opened from. Throws ApiError.
 */
export const findOrder = (
  user: User,
  store: StoreFilter,
  wanted: string,
  filter: OrderFilter,
): Promise<FoundOrder> =>
  searchOrder(
    wanted,
    (page) => listOrders(user, store, { query: wanted, statuses: [], page }),
    () => listOrders(user, store, filter),
  );
