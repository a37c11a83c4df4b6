import type { User } from "#app/auth/guard.server.ts";
import { outsideHref } from "#app/domains/stores/model.ts";
import type { Moment } from "#app/values/moment.ts";
import { findOrder } from "./api.server.ts";
import { type Order, orderNumber, toOrder, unitsOf } from "./model.ts";
import { orderHref } from "./paths.ts";
import { orderSearch } from "./search.ts";
import type { OrderStatus } from "./statuses.ts";

/** What other documents tell of an order. */
export type OrderFacts = {
  number: string;
  href: string;
  status: OrderStatus;
  createdAt?: Moment;
  /** Units ordered and shipped. */
  units: number;
  shipped: number;
  /** Shipped units by the article's code; undefined where a shipment's contents are not told. */
  articles: { code: string; units: number }[] | undefined;
  shipments: { carrier: string; conNote: string; trackHref?: string; despatched?: Moment; units: number }[];
};

/** Shipped units by article: a level code is made of product, colour and size. */
function articlesOf({ shipments }: Order): OrderFacts["articles"] {
  const contents = shipments.flatMap((shipment) => shipment.contents);
  if (shipments.some((shipment) => shipment.contents.length === 0)) return undefined;
  return contents.map(({ product, colour, size, quantity }) => ({
    code: [product, colour, size].filter(Boolean).join("_"),
    units: quantity.number ?? 0,
  }));
}

/** The order that a number names, over all stores; undefined when none, or more than one, can be found. Throws ApiError. */
export async function orderFacts(user: User, wanted: string): Promise<OrderFacts | undefined> {
  const found = await findOrder(user, { storeName: undefined }, wanted, orderSearch.every);
  if (found.found !== "order" || !found.row.readable) return undefined;
  const order = toOrder(found.row.row);
  const shipments = order.shipments.map(({ carrier, conNote, trackUrl, despatched, contents }) => {
    const trackHref = outsideHref(trackUrl);
    return {
      carrier,
      conNote,
      ...(trackHref === undefined ? {} : { trackHref }),
      ...(despatched === undefined ? {} : { despatched }),
      units: unitsOf(contents).total,
    };
  });
  return {
    number: orderNumber(order),
    href: orderHref(order.id),
    status: order.status,
    ...(order.createdAt === undefined ? {} : { createdAt: order.createdAt }),
    units: unitsOf(order.lines).total,
    shipped: shipments.reduce((sum, { units }) => sum + units, 0),
    articles: articlesOf(order),
    shipments,
  };
}
