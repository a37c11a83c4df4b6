import { type OfferedAction, offeredActions } from "#app/domains/actions/model.ts";
import { shareEqual } from "#app/values/shareEqual.ts";
import { formatDollars, formatUnits, plural, type ShownValue, shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { OrderRecord } from "#contract/orders.ts";
import type { Store } from "#contract/stores.ts";
import { type Amount, type Moment, type Order, orderNumber, toOrder, unitsOf } from "./model.ts";
import { type OutsideLink, outsideOrderLink, type SellerPortals } from "./outsideLinks.ts";
import type { OrderScope } from "./paths.ts";
import type { OrderFilter } from "./search.ts";

/** One row of the list, ready to show. Its links are made where it is shown: each would carry the id again. */
export type OrderRow = {
  id: string;
  /** Name of the store it came from; only the list of all stores shows it. */
  store: string;
  number: string;
  /** The other ids of the order, each with its name on a line of its own. */
  ids: string;
  at?: Moment;
  amount?: ShownValue;
  payments: string;
  /** The first lines, one under the other, and how many more there are; empty where there are none. */
  lines: string;
  /** Delivery address and customer, line by line; empty where there is none. */
  address: string;
  customer: string;
  /** The status's code; `orderStatusOf` has its label. */
  status: string;
  statusNotes: StatusNotes;
  outside?: OutsideLink;
  actions: OfferedAction[];
};

/** Complete shows how many shipments; Soft Failure its retries and the next one (2 §2.3). */
export type StatusNotes = { shipments?: string; retries?: string; nextRetry?: Moment };

export type ListRow = { order: OrderRow } | { unreadable: { key: string; id: string; problem: string } };

export type ListContext = {
  scope: OrderScope;
  filter: OrderFilter;
  username: string;
  /** The store of an order, where it is one of the stores this person sees. */
  storeOf: (order: Order) => Store | undefined;
  portals: SellerPortals;
};

const shownLines = 3;
const longestId = 60;
const longestText = 120;

/** Dollars as shown; what is no number is shown as it came and marked. */
export const shownAmount = ({ number, text }: Amount): ShownValue =>
  number === undefined ? { text: shorten(text, 40), note: "Not a number" } : formatDollars(number);

/** A quantity as shown; what is no number is shown as it came. */
export const shownQuantity = ({ number, text }: Amount): string =>
  number === undefined ? shorten(text, 20) || "?" : formatUnits(number);

/** The status column's notes (2 §2.3). */
export function statusNotes(order: Order): StatusNotes {
  if (order.status.code === "COMPLETE") {
    return { shipments: plural(order.shipments.length, "shipment", "shipments") };
  }
  if (order.status.code !== "UNPROCESSABLE_SOFT") return {};
  return {
    retries:
      order.retries === undefined ? "Retry count not known" : `Retry count: ${shownQuantity(order.retries)}`,
    ...(order.nextRetry === undefined ? {} : { nextRetry: order.nextRetry }),
  };
}

/** The ids of an order besides the one it is called by. */
export const otherIds = (order: Order): string[] => {
  const number = orderNumber(order);
  return [
    ...(order.externalId === "" || order.externalId === number ? [] : [`External ID ${order.externalId}`]),
    ...(order.id === number ? [] : [`Record ID ${order.id}`]),
  ].map((id) => shorten(id, longestId));
};

/** The customer in one line each: AP21 code and index, email. */
const customerLines = ({ customer }: Order): string[] =>
  customer
    ? [
        [customer.code, customer.idx === "" ? "" : `(${customer.idx})`].filter(Boolean).join(" "),
        customer.email,
      ].filter(Boolean)
    : [];

/** One line as 'LEVELCODE × 2'. */
const shownLine = ({ levelCode, quantity }: Order["lines"][number]): string =>
  `${shorten(levelCode, longestId) || "(no level code)"} × ${shownQuantity(quantity)}`;

function firstLines(lines: Order["lines"]): string {
  const more = lines.length - shownLines;
  return [
    ...lines.slice(0, shownLines).map(shownLine),
    ...(more > 0
      ? [
          `and ${plural(more, "more line", "more lines")}, ${plural(unitsOf(lines).total, "unit", "units")} in all`,
        ]
      : []),
  ].join("\n");
}

const shownText = (lines: readonly string[]): string =>
  lines.map((line) => shorten(line, longestText)).join("\n");

function toOrderRow(
  record: OrderRecord,
  context: ListContext,
  shared: (actions: OfferedAction[]) => OfferedAction[],
): OrderRow {
  const order = toOrder(record);
  const store = context.storeOf(order);
  const outside = outsideOrderLink(order, store, context.portals);
  return {
    id: order.id,
    store: context.scope === undefined ? shorten(store?.storeName ?? order.store, longestText) : "",
    number: shorten(orderNumber(order), longestId),
    ids: otherIds(order).join("\n"),
    ...(order.createdAt === undefined ? {} : { at: order.createdAt }),
    ...(order.amount === undefined ? {} : { amount: shownAmount(order.amount) }),
    payments: shorten(order.payments.join(", "), longestText),
    lines: firstLines(order.lines),
    address: shownText(order.delivery?.lines ?? []),
    customer: shownText(customerLines(order)),
    status: shorten(order.status.code, 80),
    statusNotes: statusNotes(order),
    ...(outside === undefined ? {} : { outside }),
    actions: shared(offeredActions(order.actions, context.username)),
  };
}

/** The rows of one page, in the server's order; rows that could not be read keep their place. */
export function toListRows(rows: readonly WireRow<OrderRecord>[], context: ListContext): ListRow[] {
  const shared = shareEqual<OfferedAction[]>();
  return rows.map((row, index) =>
    row.readable
      ? { order: toOrderRow(row.row, context, shared) }
      : { unreadable: { key: `unreadable-${index}`, id: row.id, problem: row.problem } },
  );
}

/** Finds an order's store by the name or the alias it carries, without case. */
export function storeFinder(stores: readonly Store[]): (order: Order) => Store | undefined {
  const byName = new Map<string, Store>();
  for (const store of stores) byName.set(store.storeAlias.toLowerCase(), store);
  for (const store of stores) byName.set(store.storeName.toLowerCase(), store);
  return (order) => byName.get(order.store.toLowerCase());
}
