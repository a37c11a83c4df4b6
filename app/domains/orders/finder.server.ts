import { actsAs } from "#app/auth/guard.server.ts";
import { actionLinks, offeredActions } from "#app/confirm/model.ts";
import { type Asked, names } from "#app/find/asked.ts";
import { type Finder, noPeople, once, said, withAction } from "#app/find/finder.server.ts";
import type { Hit } from "#app/find/hits.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { orderPageSize } from "#contract/orders.ts";
import type { Store } from "#contract/stores.ts";
import { listOrders } from "./api.server.ts";
import { storeFinder, withStoreName } from "./list.ts";
import { orderNumber, toOrder } from "./model.ts";
import { orderPath, ordersPath } from "./paths.ts";

/** What the search of orders is asked for: a code as it is kept and as it was typed, a phone by its digits. */
function queriesOf({ text, email, phone, code, exoName, raNumber }: Asked): string[] {
  if (exoName || raNumber) return [];
  const typed = email ? [email] : [phone, code, text].filter((one) => one !== undefined);
  return [...new Set(typed)].filter((query) => query.length >= 2);
}

const isAboutPeople = ({ isWords, phone, text, code }: Asked): boolean =>
  isWords || phone !== undefined || (code === undefined && text.includes(" "));

type Context = { storeOf: ReturnType<typeof storeFinder>; asked: Asked; username: string };

function toHits(record: OrderRecord, { storeOf, asked, username }: Context): Hit[] {
  const read = toOrder(record);
  const order = withStoreName(read, storeOf(read));
  const number = orderNumber(order);
  const href = orderPath(undefined, {}, { id: order.id });
  const [name = "", ...rest] = order.delivery?.lines ?? [];
  const place = rest.at(-2) ?? "";
  const hit: Hit = {
    href,
    title: `Order ${shorten(number, 80)}`,
    about: said(toText(record.order?.customer?.name) || name, place, order.store, order.status.label).map(
      (text) => shorten(text, 80),
    ),
    isExact: names(
      asked,
      order.id,
      order.sourceId,
      order.externalId,
      ...order.shipments.map(({ conNote }) => conNote),
    ),
  };
  return withAction(hit, asked.action, actionLinks(href, offeredActions(order.actions, username)));
}

/** Orders of all stores, by number, email, SKU, con note; by people and places where the service can (calls#people). */
export const orderFinder: Finder = {
  kind: "orders",
  label: "Orders",
  by: "number, email address, SKU and consignment",
  permission: "orders",
  find: (user, asked, stores: readonly Store[]) => {
    const queries = queriesOf(asked);
    return queries.length === 0 ? undefined : search();
    async function search() {
      const [canPeople, ...pages] = await Promise.all([
        hasExtension(user, "people-search"),
        ...queries.map((query) =>
          listOrders(user, { storeName: undefined }, { query, statuses: [], page: 1 }),
        ),
      ]);
      const rows = once(pages.map((page) => page.flatMap((row) => (row.readable ? [row.row] : []))));
      const context = { storeOf: storeFinder(stores), asked, username: actsAs(user, "orders.act") };
      const full = pages.findIndex((page) => page.length >= orderPageSize);
      const more = full < 0 ? undefined : queries[full];
      return {
        hits: rows.flatMap((row) => toHits(row, context)),
        isCut: more !== undefined,
        ...(more === undefined ? {} : { more: ordersPath(undefined, { query: more }) }),
        ...(isAboutPeople(asked) && !canPeople ? { unasked: noPeople } : {}),
      };
    }
  },
};
