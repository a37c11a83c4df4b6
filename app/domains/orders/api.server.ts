import { callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension, withinReach } from "#app/core/api/extensions.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { rowId } from "#app/core/lists/gather.server.ts";
import { createdWithin } from "#app/core/values/wallClock.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getOrders, type OrderRecord, orderPageSize } from "#contract/orders.ts";
import type { Store } from "#contract/stores.ts";
import type { OrderMissing } from "./detail.ts";
import type { OrderFilter } from "./paths.ts";

type Rows = readonly WireRow<OrderRecord>[];
export type FoundOrder = { found: "order"; row: WireRow<OrderRecord> } | OrderMissing;

function orderWithId(rows: Rows, wanted: string): FoundOrder | undefined {
  const row = rows.find((one) => rowId(one) === wanted);
  return row && { found: "order", row };
}

/** The order with this sourceId, else the one with this externalSourceID; a list that shifts shows an order twice. */
function orderWithNumber(rows: Rows, wanted: string): FoundOrder | undefined {
  const orders = [
    ...new Map(rows.flatMap((row) => (row.readable ? [[row.row.id, row] as const] : []))).values(),
  ];
  for (const name of ["sourceId", "externalSourceID"] as const) {
    const matches = orders.filter(({ row }) => row.order?.[name] === wanted);
    const [only, another] = matches;
    if (only && another) return { found: "several", orders: matches.map(({ row }) => row) };
    if (only) return { found: "order", row: only };
  }
  return undefined;
}

/** A number may be part of many others: maximum pages searched for the one order. */
const searchedPages = 5;

/**
 * The order with this id, else sourceId, else externalSourceID (orders#find). No call returns a single order, so the
 * pages of a search for it are read, five at most, and then the `listed` page. Only an id ends the reading early: a later
 * page may have an order with the id that is another one's number here.
 */
export async function searchOrder(
  wanted: string,
  pageOf: (page: number) => Promise<Rows>,
  listed: () => Promise<Rows>,
): Promise<FoundOrder> {
  const rows: WireRow<OrderRecord>[] = [];
  let isCutShort = false;
  for (let page = 1; page <= searchedPages; page += 1) {
    const found = await pageOf(page);
    const exact = orderWithId(found, wanted);
    if (exact) return exact;
    rows.push(...found);
    isCutShort = found.length >= orderPageSize;
    if (!isCutShort) break;
  }
  const ofList = await listed();
  const exact = orderWithId(ofList, wanted);
  if (exact) return exact;
  if (isCutShort) return { found: "tooMany" };
  return orderWithNumber([...rows, ...ofList], wanted) ?? { found: "none" };
}

/** The store of the requested orders; undefined for all, sent as an empty `storegroup` (calls#orders). */
type OfStore = Pick<Store, "storeName"> | undefined;

async function pageOf(user: User, store: OfStore, requested: OrderFilter, pagesize: number) {
  const filter = await withinReach(user, requested);
  return {
    query: {
      storegroup: store?.storeName ?? "",
      page: filter.page,
      pagesize,
      orderQuery: filter.query || undefined,
      statuses: filter.statuses.join(",") || undefined,
      ...createdWithin(filter, env.TIME_ZONE, Date.now()),
      sort: filter.sort,
    },
  };
}

/** One page of orders, of so many. Throws ApiError. */
export const fetchPage = async (user: User, store: OfStore, filter: OrderFilter, pagesize: number) =>
  callPortalApi(user, getOrders, await pageOf(user, store, filter, pagesize));

/** One page of 20 orders (calls#orders). Throws ApiError. */
export const listOrders = (user: User, store: OfStore, filter: OrderFilter) =>
  fetchPage(user, store, filter, orderPageSize);

/** Whether pages of orders may be longer than the documented 20 (calls#extensions). */
export const hasLongPages = (user: User): Promise<boolean> => hasExtension(user, "counts");

/** Maximum pages of 20 to count if the service has no longer ones (today#counts). */
const maxCountedPages = 3;

/** The first orders of a list, to be counted: one page of `wanted`, or three documented pages. Throws ApiError. */
export async function readToCount(user: User, store: OfStore, filter: OrderFilter, wanted: number) {
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

/** The order identified by `wanted` (orders#find), else one of the list's page. Throws ApiError. */
export const findOrder = (user: User, store: OfStore, wanted: string, filter: OrderFilter) =>
  searchOrder(
    wanted,
    (page) => listOrders(user, store, { query: wanted, statuses: [], page }),
    () => listOrders(user, store, filter),
  );
