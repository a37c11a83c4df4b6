import { callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { actsAs, type User } from "#app/core/auth/guard.server.ts";
import { eventRow } from "#app/core/commands/bulk.server.ts";
import type { BulkKind, BulkPlace } from "#app/core/commands/bulkKind.server.ts";
import { type Fact, factsOf } from "#app/core/commands/command.ts";
import { type ActionTarget, eventPage } from "#app/core/commands/event.server.ts";
import type { RecordProgress } from "#app/core/commands/follow.server.ts";
import { actionInput, actionLinks, addressIn, eventWays, offeredActions } from "#app/core/commands/model.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { rowId } from "#app/core/lists/gather.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import type { Counted, TodayLine } from "#app/core/records/todayLine.ts";
import { knownStores } from "#app/core/stores/guard.server.ts";
import { findStore } from "#app/core/stores/model.ts";
import {
  compact,
  momentOf,
  newestOf,
  oldestOf,
  shorten,
  shownAmount,
  toText,
} from "#app/core/values/values.ts";
import { listedRows } from "#app/features/bulk/review.server.ts";
import {
  type Finder,
  type Found,
  noPeople,
  once,
  unreadIn,
  withAction,
} from "#app/features/find/finder.server.ts";
import type { Hit } from "#app/features/find/hits.ts";
import { names, type ParsedSearch } from "#app/features/find/parsedSearch.ts";
import { storeViewList, viewList } from "#app/features/views/viewList.server.ts";
import type { RecordKind } from "#app/screens/recordKind.server.ts";
import { dialogPlace } from "#app/screens/recordPages.server.ts";
import { getOrderCounts } from "#contract/counts.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readCents } from "#contract/numbers.ts";
import { type OrderRecord, orderPageSize } from "#contract/orders.ts";
import type { Store } from "#contract/stores.ts";
import { findOrder, listOrders, readToCount } from "./api.server.ts";
import { maxIdLength, storeFinder, withStoreName } from "./columns.ts";
import { failureIn, type Order, orderNumber, toOrder } from "./model.ts";
import type { CountedOrders } from "./overview.ts";
import { type OrderFilter, orderPath, orderSearch, ordersPath, orderView } from "./paths.ts";
import { type OrderScope, orderLineKey, orderRef, orderState, requireOrders } from "./screens.server.ts";
import { orderStatusOf, waitingOrderStatuses, wrongAddresses } from "./statuses.ts";

/** What is likely right for all orders of a status, and needs no input for each, or has it proposed (today#work). */
const likely: ReadonlyMap<string, TodayLine["likely"]> = new Map<string, TodayLine["likely"]>([
  ["UNPROCESSABLE_HARD", { action: "resubmit-to-ap21", label: "Resubmit" }],
  ["UNPROCESSABLE_PENDING", { action: "process", label: "Process" }],
  ...[...wrongAddresses.keys()].map(
    (status) => [status, { action: "update-address", label: "Correct", proposes: true as const }] as const,
  ),
]);

/** The same of orders that were read, which name the action themselves. */
function likelyOf(status: string, rows: CountedOrders["rows"]): TodayLine["likely"] {
  const way = likely.get(status);
  if (!way?.proposes) return way;
  const offered = readable(rows).flatMap(({ availableActions }) => availableActions ?? []);
  const action = offered.find((one) => actionInput(one).kind === "address")?.value;
  return action === undefined ? undefined : { ...way, action };
}

const toLine = (
  status: string,
  state: Pick<TodayLine, "count" | "orMore" | "oldestAt" | "newestAt" | "revision" | "cents" | "likely">,
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
    const { status, count, oldest_at, newest_at, stamp } = row.row;
    return [
      toLine(status, {
        count,
        orMore: false,
        oldestAt: momentOf(oldest_at),
        newestAt: momentOf(newest_at),
        revision: hashOf([count, stamp]),
        likely: likely.get(status),
      }),
    ];
  });
}

const changedAt = (row: WireRow<OrderRecord>) =>
  row.readable ? (momentOf(row.row._ts) ?? momentOf(row.row.order?.createdAt)) : undefined;

/** What orders come to, if each says its amount. */
function totalOf(rows: CountedOrders["rows"]): number | undefined {
  const amounts = rows.map((row) => (row.readable ? readCents(toOrder(row.row).amount?.number) : undefined));
  return amounts.reduce<number | undefined>(
    (sum, cents) => (sum === undefined || cents === undefined ? undefined : sum + cents),
    0,
  );
}

function rowsLine(status: string, { rows, isCut }: CountedOrders): TodayLine {
  return toLine(status, {
    count: rows.length,
    orMore: isCut,
    likely: likelyOf(status, rows),
    cents: isCut ? undefined : totalOf(rows),
    oldestAt: oldestOf(rows.map(changedAt)),
    newestAt: newestOf(rows.map(changedAt)),
    revision: hashOf(rows.map((row) => (row.readable ? [row.row.id, row.row._ts] : row.id)).sort()),
  });
}

/** Orders of one status that are counted, where one page of the call gives so many. */
const countedOfStatus = 100;

/** By the documented call: a page of all statuses, and where that is full as many as are counted of each (today#orders). */
async function readLines(user: User): Promise<TodayLine[]> {
  const first = await listOrders(user, undefined, {
    ...orderSearch.every,
    statuses: [...waitingOrderStatuses],
  });
  const isWhole = first.length < orderPageSize;
  const statusOf = (row: WireRow<OrderRecord>) => (row.readable ? toText(row.row.status) : "");
  const lines = await Promise.all(
    waitingOrderStatuses.map(async (status) => {
      const read = isWhole
        ? { rows: first.filter((row) => statusOf(row) === status), isCut: false }
        : await readToCount(user, undefined, { ...orderSearch.every, statuses: [status] }, countedOfStatus);
      return read.rows.length === 0 ? [] : [rowsLine(status, read)];
    }),
  );
  return lines.flat();
}

/** The orders of all stores that wait for a person, by their kind of trouble (today#orders). Throws ApiError. */
const ordersToday = async (user: User): Promise<TodayLine[]> =>
  (await hasExtension(user, "counts")) ? countedLines(user) : readLines(user);

async function readOrder(user: User, { id }: RecordRef) {
  const found = await findOrder(user, undefined, id, orderSearch.every);
  if (found.found !== "order" || !found.row.readable || found.row.row.id !== id) return undefined;
  const { row } = found.row;
  return { name: shorten(orderNumber(toOrder(row)), maxIdLength), ...orderState(row) };
}

function placeOf(scope: OrderScope, filter: OrderFilter): BulkPlace {
  const { user, store } = scope;
  const alias = store?.storeAlias;
  // A review asks for the list's pages, and not for each of its orders.
  const listed = listedRows(rowId, (page) => listOrders(user, store, { ...filter, page }), filter.page);
  return {
    user,
    listHref: ordersPath(alias, filter),
    title: "Orders",
    async page(page) {
      const rows = await listed.read(page);
      return { rows: rows.map(rowId), hasNext: rows.length === orderPageSize };
    },
    row(id, action, words, seen, address) {
      const href = orderPath(alias, filter, { id });
      const find = () => orderTarget(scope, id, filter, action);
      const look = async () => {
        const row = await listed.find(id);
        return row ? targetOf(scope, row, action) : find();
      };
      const follows = { kind: ordersInBulk.key, alias: alias ?? "", id, action };
      const place = { user, action, kind: "order", wanted: id, href, follows, findTarget: find };
      return eventRow(place, { words, seen, address }, look);
    },
  };
}

export const ordersInBulk: BulkKind = {
  key: "orders",
  one: "order",
  many: "orders",
  recordRef: (_, id) => orderRef(id),
  open: async (args, list) => placeOf(await requireOrders(args, "orders.act"), orderSearch.read(list)),
};

/** What the search of orders is asked for: a code as it is kept and as it was typed, a phone by its digits. */
function queriesOf({ text, email, phone, code, exoName, raNumber }: ParsedSearch): string[] {
  if (exoName || raNumber) return [];
  const typed = email ? [email] : [phone, code, text].filter((one) => one !== undefined);
  return [...new Set(typed)].filter((query) => query.length >= 2);
}

const isAboutPeople = ({ isWords, phone, text, code }: ParsedSearch): boolean =>
  isWords || phone !== undefined || (code === undefined && text.includes(" "));

type Context = { storeOf: ReturnType<typeof storeFinder>; parsed: ParsedSearch; username: string };

function toHits(record: OrderRecord, { storeOf, parsed, username }: Context): Hit[] {
  const read = toOrder(record);
  const order = withStoreName(read, storeOf(read));
  const number = orderNumber(order);
  const href = orderPath(undefined, {}, { id: order.id });
  const [name = "", ...rest] = order.delivery?.lines ?? [];
  const place = rest.at(-2) ?? "";
  const customer = shorten(toText(record.order?.customer?.name) || name, 80);
  const amount = order.amount && shownAmount(order.amount);
  const hit: Hit = {
    href,
    title: `Order ${shorten(number, 80)}`,
    shortTitle: shorten(number, 80),
    about: {
      who: customer,
      where: shorten(place, 80),
      amount: typeof amount === "string" ? shorten(amount, 80) : "",
      state: { label: order.status.label, tone: order.status.tone },
      store: shorten(order.store, 80),
    },
    customer,
    at: order.createdAt,
    isExact: names(
      parsed,
      order.id,
      order.sourceId,
      order.externalId,
      ...order.shipments.map(({ conNote }) => conNote),
    ),
  };
  const links = actionLinks(href, offeredActions(order.actions, username));
  return withAction(hit, parsed.action, links, { name: hit.title, state: order.status.label });
}

/** So many of the newest orders are looked through for an amount, by which no call finds them. */
const lookedThrough = 200;

async function byAmount(user: User, amount: number, toHits: (record: OrderRecord) => Hit[]): Promise<Found> {
  const { rows, isCut } = await readToCount(user, undefined, orderSearch.every, lookedThrough);
  return {
    hits: readable(rows)
      .filter((row) => readCents(toOrder(row).amount?.number) === amount)
      .flatMap(toHits),
    isCut: false,
    unsearched: isCut
      ? `Of the orders only the newest ${rows.length} were looked through for an amount.`
      : undefined,
  };
}

async function byQueries(user: User, parsed: ParsedSearch, toHits: (record: OrderRecord) => Hit[]) {
  const queries = queriesOf(parsed);
  const [canPeople, ...pages] = await Promise.all([
    hasExtension(user, "search"),
    ...queries.map((query) => listOrders(user, undefined, { query, statuses: [], page: 1 })),
  ]);
  const full = pages.findIndex((page) => page.length >= orderPageSize);
  const more = full < 0 ? undefined : queries[full];
  return {
    hits: once(pages.map(readable)).flatMap(toHits),
    isCut: more !== undefined,
    more: more === undefined ? undefined : ordersPath(undefined, { query: more }),
    unsearched: isAboutPeople(parsed) && !canPeople ? noPeople : undefined,
    unread: unreadIn(pages.flat()),
  };
}

/** Orders of all stores, by number, email, SKU, con note; by people and places where the service can (calls#people). */
const orderFinder: Finder = {
  kind: "orders",
  label: "Orders",
  by: "number, email address, SKU, consignment and amount",
  permission: "orders",
  find: (user, parsed, stores: readonly Store[]) => {
    const context = { storeOf: storeFinder(stores), parsed, username: actsAs(user, "orders.act") };
    const hitsOf = (record: OrderRecord) => toHits(record, context);
    if (parsed.amount !== undefined) return byAmount(user, parsed.amount, hitsOf);
    return queriesOf(parsed).length === 0 ? undefined : byQueries(user, parsed, hitsOf);
  },
};

/** Orders of a view that are counted, where one page of the call gives so many. */
const countedOrders = 100;

const countOf = ({ rows, isCut }: CountedOrders): Counted => ({ count: rows.length, orMore: isCut });

/** Orders (notes#whose, today#orders, views#what). */
export const orderRecord: RecordKind = {
  key: "order",
  noun: "order",
  ref: (_, id) => orderRef(id),
  read: readOrder,
  href: ({ id }) => orderPath(undefined, {}, { id }),
  bulk: ordersInBulk,
  finder: orderFinder,
  today: {
    key: "orders",
    title: "Orders",
    commands: ["store/orders"],
    records: ["order"],
    addresses: /^\/(store\/[^/]+\/)?orders\//,
    read: ordersToday,
  },
  views: [
    viewList({
      title: "Orders",
      permission: "orders",
      at: /^\/orders\/?$/,
      search: orderSearch,
      path: (_, filter) => ordersPath(undefined, filter),
      count: async (user, _, filter) => countOf(await readToCount(user, undefined, filter, countedOrders)),
    }),
    storeViewList(
      { page: "orders", search: orderSearch, list: ordersPath },
      async (user, alias = "", filter) => {
        const store = findStore(await knownStores(user), alias);
        return store && countOf(await readToCount(user, store, filter, countedOrders));
      },
    ),
  ],
};

/** The order of an action; undefined if it is not found. Throws ApiError. */
async function orderTarget(scope: OrderScope, wanted: string, filter: OrderFilter, action: string) {
  const found = await findOrder(scope.user, scope.store, wanted, filter);
  return found.found === "order" ? targetOf(scope, found.row, action) : undefined;
}

/** The same, for an order already read by a list. */
function targetOf(scope: OrderScope, read: WireRow<OrderRecord>, action: string): ActionTarget | undefined {
  if (!read.readable) return undefined;
  const { row, raw } = read;
  const order = toOrder(row);
  const store = scope.storeOf(order);
  const trouble = addressTrouble(row, order);
  return {
    id: row.id,
    name: shorten(orderNumber(order), 80),
    facts: orderFacts(order, store?.storeName),
    amount: readCents(order.amount?.number),
    progress: {
      ...recordProgressOf(row, order),
      ways: eventWays(order.actions, { address: trouble !== undefined }),
    },
    trouble,
    billing: billingAddress(row),
    storeGroup: store?.storeName ?? order.store,
    sourceType: toText(row.order?.sourceType) || (store?.storeType ?? ""),
    offered: order.actions.find(({ value }) => value === action),
    raw,
  };
}

function recordProgressOf(row: OrderRecord, { status }: Order): RecordProgress {
  const isAtIt = status.code === "PROCESSING";
  const progress = {
    revision: orderState(row).revision,
    at: isAtIt ? "" : status.code,
    words: `went on: ${status.label}`,
  };
  if (status.tone !== "attention") return { ...progress, moves: isAtIt };
  const { label } = status;
  return {
    ...progress,
    moves: false,
    failure: { again: `still ${label}`, now: `now ${label}`, reason: label },
  };
}

/** What is wrong with the delivery address of an order that waits because of it, in the service's words. */
function addressTrouble({ history }: OrderRecord, { status }: Order): ActionTarget["trouble"] {
  const field = wrongAddresses.get(status.code);
  if (field === undefined) return undefined;
  const words = [status.label, failureIn(history)].filter(Boolean).join(": ");
  return { words, field: field || undefined };
}

function billingAddress({ order }: OrderRecord): ActionTarget["billing"] {
  const billing = order?.addresses?.find(({ locationType }) => /^bill/i.test(toText(locationType)));
  return billing && addressIn(billing);
}

/**
 * One action of an order as in the action event: its id, its store by name, and its own source type
 * (actions#event); with the URLs of the order, the dialog, and the page to return to.
 */
export function orderActionPage(scope: OrderScope, request: Request, wanted: string, action: string) {
  const filter = orderSearch.read(request.url);
  const alias = scope.store?.storeAlias;
  const page = eventPage({
    user: scope.user,
    action,
    kind: "order",
    wanted,
    ...dialogPlace(request, action, {
      recordPath: orderPath(alias, filter, { id: wanted, ...orderView.read(request.url) }),
      listPath: ordersPath(alias, filter),
    }),
    follows: { kind: ordersInBulk.key, alias: alias ?? "", id: wanted, action },
    findTarget: () => orderTarget(scope, wanted, filter, action),
  });
  return { ...page, notes: orderRef(wanted) };
}

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
