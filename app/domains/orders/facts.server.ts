import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import { orderHref } from "#app/core/stores/paths.ts";
import { shorten, shownAmount } from "#app/core/values/values.ts";
import { orderPageSize } from "#contract/orders.ts";
import { findOrder, listOrders } from "./api.server.ts";
import { maxIdLength } from "./columns.ts";
import { type Order, orderNumber, toOrder, unitsOf } from "./model.ts";
import { orderSearch } from "./paths.ts";

const shipmentsOf = ({ shipments }: Order) =>
  shipments.map(({ contents, ...shipment }) => ({ ...shipment, units: unitsOf(contents).total }));

/** Shipped units by level code: product, colour and size. Undefined if a shipment's contents are not known. */
function articlesOf({ shipments }: Order) {
  const contents = shipments.flatMap((shipment) => shipment.contents);
  if (shipments.some((shipment) => shipment.contents.length === 0)) return undefined;
  return contents.map(({ product, colour, size, quantity }) => ({
    code: [product, colour, size].filter(Boolean).join("_"),
    units: quantity.number ?? 0,
  }));
}

/** The order that a number names, over all stores; undefined when none, or more than one, can be found. Throws ApiError. */
export async function orderFacts(user: User, wanted: string) {
  const found = await findOrder(user, undefined, wanted, orderSearch.every);
  if (found.found !== "order" || !found.row.readable) return undefined;
  const order = toOrder(found.row.row);
  const shipments = shipmentsOf(order);
  return {
    number: orderNumber(order),
    href: orderHref(order.id),
    status: order.status,
    createdAt: order.createdAt,
    units: unitsOf(order.lines).total,
    shipped: shipments.reduce((sum, { units }) => sum + units, 0),
    articles: articlesOf(order),
    shipments,
  };
}

function toRelated(order: Order) {
  const amount = order.amount && shownAmount(order.amount);
  return {
    id: order.id,
    sourceId: order.sourceId,
    externalId: order.externalId,
    number: shorten(orderNumber(order), maxIdLength),
    store: order.store,
    email: order.customer?.email ?? "",
    status: order.status,
    amount: typeof amount === "object" ? amount.text : (amount ?? ""),
    createdAt: order.createdAt,
    shipments: shipmentsOf(order),
  };
}
export type RelatedOrder = ReturnType<typeof toRelated>;

/** Results of a search of the orders of all stores, from its first page. */
export type FoundOrders = { orders: RelatedOrder[]; isCut: boolean };

const stored = keepPerSession<FoundOrders>({
  keepForMs: 10_000,
  keepAtMost: 500,
  read: async (user, query) => {
    const rows = await listOrders(user, undefined, { ...orderSearch.every, query });
    return {
      orders: readable(rows).map((row) => toRelated(toOrder(row))),
      isCut: rows.length >= orderPageSize,
    };
  },
});

const only = ({ orders, isCut }: FoundOrders, isWanted: (order: RelatedOrder) => boolean): FoundOrders => ({
  orders: orders.filter(isWanted),
  isCut,
});

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The orders of exactly this email address, the newest first; kept for ten seconds, so that going from tab to tab asks
 * once. `isCut`: there may be more. Throws ApiError.
 */
export const ordersOfCustomer = async (user: User, email: string): Promise<FoundOrders> =>
  only(await stored(user, email), (order) => same(order.email, email));

/**
 * The orders of a store that a number names, kept as well: by their source id, which is what returns call them by, else
 * by another of their ids. `isOfStore` tells by an order's store. Throws ApiError.
 */
export async function ordersOfNumber(user: User, number: string, isOfStore: (store: string) => boolean) {
  const orders = (await stored(user, number)).orders.filter(({ store }) => isOfStore(store));
  const bySource = orders.filter(({ sourceId }) => same(sourceId, number));
  if (bySource.length > 0) return bySource;
  return orders.filter(({ id, externalId }) => same(externalId, number) || same(id, number));
}
