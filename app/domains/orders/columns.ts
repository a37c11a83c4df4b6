import { type OfferedAction, offeredActions } from "#app/core/commands/model.ts";
import { actionsColumn, type ColumnCells, defineColumns, textColumn } from "#app/core/lists/columns.ts";
import { type LivePage, toOpenPage } from "#app/core/lists/listed.ts";
import { defineSheetPlan, recordOf, sheetColumn as sheet } from "#app/core/lists/sheetColumns.ts";
import { orderColumns as words } from "#app/core/specification/orders.ts";
import { outsideHref } from "#app/core/stores/model.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import {
  type Amount,
  formatUnits,
  type Moment,
  plural,
  shareEqual,
  shorten,
  shownAmount,
} from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type OrderRecord, orderPageSize, orderRecord } from "#contract/orders.ts";
import type { Store } from "#contract/stores.ts";
import { type Address, type Order, orderNumber, toOrder, unitsOf } from "./model.ts";
import type { OrderFilter } from "./paths.ts";
import { movesByItself } from "./statuses.ts";

/** Parts of a row besides its order: the links and actions offered to this user. */
type Offered = { outside: OutsideLink | undefined; actions: OfferedAction[] };

/** Non-numeric values stay text. */
const figure = (amount: Amount | undefined) => amount?.number ?? amount?.text;

/** The columns (orders#columns). An order's store is shown by name if the user can see that store. */
export const orderColumns = defineColumns<Order, Offered>()({
  store: textColumn(words.store, 20, ({ store }) => store, {
    width: "w-24 xl:w-[8.5rem]",
    narrow: "plain",
    rank: 2,
  }),
  details: {
    width: "w-[25.25rem] xl:w-[25.5rem] spare",
    header: words.details,
    narrow: "title",
    expands: true,
    aside: true,
    roomy: true,
    show: (order, { outside }) => ({
      ids: otherIds(order).join("\n"),
      at: order.createdAt,
      amount: order.amount && shownAmount(order.amount),
      payments: shorten(order.payments.join(", "), maxTextLength),
      lineCount: plural(order.lines.length, "line", "lines"),
      lines: firstLines(order.lines),
      outside,
    }),
    sheet: [
      sheet("Order", 18, orderNumber),
      sheet("External ID", 18, ({ externalId }) => externalId),
      sheet("Record ID", 26, ({ id }) => id),
      sheet("Created", 17, ({ createdAt }) => createdAt, "moment"),
      sheet("Amount Paid", 12, ({ amount }) => figure(amount), "money"),
      sheet("Payments", 20, ({ payments }) => payments.join(", ")),
      sheet("Units", 8, ({ lines }) => unitsOf(lines).total, "units"),
      sheet("Lines", 48, ({ lines }) =>
        lines.map(({ levelCode, quantity }) => `${levelCode} × ${shownQuantity(quantity)}`).join("; "),
      ),
    ],
  },
  // Without a fixed width: it takes what the others leave, more in a list of one store.
  address: {
    header: words.address,
    roomy: true,
    narrow: "plain",
    rank: 3,
    show: (order) => ({
      delivery: order.delivery && shownAddress(order.delivery),
      customer: shownText(customerLines(order)),
    }),
    sheet: [
      sheet("Delivery Address", 48, ({ delivery }) => (delivery?.lines ?? []).join(", ")),
      sheet("Delivery Suburb", 20, ({ delivery }) => delivery?.suburb),
      sheet("Delivery State", 14, ({ delivery }) => delivery?.state),
      sheet("Delivery Postcode", 17, ({ delivery }) => delivery?.postcode),
      sheet("Customer Code", 16, ({ customer }) => customer?.code),
      sheet("Customer Email", 30, ({ customer }) => customer?.email),
    ],
  },
  status: {
    width: "w-[9.75rem] xl:w-[11.5rem]",
    header: words.status,
    narrow: "plain",
    aside: true,
    /** The status's code; `orderStatusOf` has its label. */
    show: (order) => ({ code: shorten(order.status.code, 80), notes: statusNotes(order) }),
    sheet: [
      sheet("Status", 26, ({ status }) => status.label),
      sheet("Shipments", 10, ({ shipments }) => shipments.length, "units"),
      sheet("Retry Count", 11, ({ retries }) => figure(retries), "units"),
      sheet("Next Retry", 17, ({ nextRetry }) => nextRetry, "moment"),
      sheet("Modified", 17, ({ modifiedAt }) => modifiedAt, "moment"),
    ],
  },
  actions: actionsColumn<OfferedAction[]>({ width: "w-[9.5rem] xl:w-[13rem]" }),
});

export type OrderCells = ColumnCells<typeof orderColumns>;

/** The columns that a list leaves out: Store, unless it is of all stores (orders#columns). */
export const columnsWithout = (isEveryStore: boolean) => (isEveryStore ? [] : (["store"] as const));

/** Complete shows the number of shipments; Soft Failure its retries and the next one (orders#status-notes). */
export type StatusNotes = { shipments?: string; retries?: string; nextRetry?: Moment };

const shownLines = 3;
export const maxIdLength = 60;
export const maxTextLength = 120;

export const shownQuantity = ({ number, text }: Amount): string =>
  number === undefined ? shorten(text, 20) || "?" : formatUnits(number);

/** The status column's notes (orders#status-notes). */
export function statusNotes(order: Order): StatusNotes {
  if (order.status.code === "COMPLETE") {
    return { shipments: plural(order.shipments.length, "shipment", "shipments") };
  }
  if (order.status.code !== "UNPROCESSABLE_SOFT") return {};
  return {
    retries:
      order.retries === undefined ? "Retry count not known" : `Retry count: ${shownQuantity(order.retries)}`,
    nextRetry: order.nextRetry,
  };
}

export const otherIds = (order: Order): string[] => {
  const number = orderNumber(order);
  return [
    ...(order.externalId === "" || order.externalId === number ? [] : [`External ID ${order.externalId}`]),
    ...(order.id === number ? [] : [`Record ID ${order.id}`]),
  ].map((id) => shorten(id, maxIdLength));
};

/** The customer in one line each: AP21 code and index, email. */
const customerLines = ({ customer }: Order): string[] =>
  customer
    ? [
        [customer.code, customer.idx === "" ? "" : `(${customer.idx})`].filter(Boolean).join(" "),
        customer.email,
      ].filter(Boolean)
    : [];

const shownLine = ({ levelCode, quantity }: Order["lines"][number]): string =>
  `${shorten(levelCode, maxIdLength) || "(no level code)"} × ${shownQuantity(quantity)}`;

function firstLines(lines: Order["lines"]): string {
  const more = lines.length - shownLines;
  const rest = `and ${plural(more, "more line", "more lines")}, ${plural(unitsOf(lines).total, "unit", "units")} in all`;
  return [...lines.slice(0, shownLines).map(shownLine), ...(more > 0 ? [rest] : [])].join("\n");
}

const shownText = (lines: readonly string[]) => lines.map((line) => shorten(line, maxTextLength)).join("\n");

/** The recipient and address with separators; undefined if all of it is unknown. */
const shownAddress = ({ name, streets, town, country, lines }: Address) =>
  lines.length === 0
    ? undefined
    : {
        name: shorten(name, maxTextLength),
        streets: shownText(streets),
        town: shorten(town, maxTextLength),
        country,
      };

/** URL templates of an order in the seller portals, each with `{orderId}`; unset ones give no link. */
export type SellerPortals = { iconic?: string | undefined; catch?: string | undefined };

export type OutsideLink = { label: string; href: string };

const controlPanels = {
  bigcommerce: { name: "BigCommerce", folder: "/manage" },
  shopify: { name: "Shopify", folder: "/admin" },
} as const;

function controlPanelHref(base: string | null | undefined, folder: string, orderId: string) {
  const root = outsideHref(base);
  if (root === undefined) return undefined;
  const { origin, hostname, pathname } = new URL(root);
  const start = pathname.replace(/\/+$/, "");
  // A base may already include the control panel; Shopify's own host is nothing else.
  const inside = start.endsWith(folder) || hostname === "admin.shopify.com";
  return `${origin}${start}${inside ? "" : folder}/orders/${encodeURIComponent(orderId)}`;
}

/**
 * The order in its source system: the store's control panel for bigcommerce and shopify, the seller
 * portal for iconic and catch (orders#outside-link). By `externalSourceID`, else `sourceId`;
 * undefined without an id or URL, or for any other type.
 */
export function outsideOrderLink(
  order: { externalId: string; sourceId: string; storeType: string },
  store: Store | undefined,
  portals: SellerPortals,
): OutsideLink | undefined {
  const orderId = order.externalId || order.sourceId;
  if (orderId === "") return undefined;
  const type = (store?.storeType || order.storeType).toLowerCase();
  if (type === "bigcommerce" || type === "shopify") {
    const { name, folder } = controlPanels[type];
    const href = controlPanelHref(store?.managementBaseUrl, folder, orderId);
    return href === undefined ? undefined : { label: `View in ${name}`, href };
  }
  if (type !== "iconic" && type !== "catch") return undefined;
  const href = outsideHref(portals[type]?.replaceAll("{orderId}", encodeURIComponent(orderId)));
  return href === undefined ? undefined : { label: "View in seller portal", href };
}

/** `stores` name the orders' stores in the sheet of all stores; the sheet of one store has no such column. */
type SheetOptions = { stores?: readonly Store[] | undefined; timeZone: string };

/** The sheet of orders, in pages of 1,000: one row each. */
export const orderSheetPlan = defineSheetPlan({
  columns: ({ stores }: SheetOptions) => orderColumns.sheet(columnsWithout(stores !== undefined)),
  toEntries: (rows: readonly WireRow<OrderRecord>[], { stores = [] }) => {
    const storeOf = storeFinder(stores);
    return rows.map((row) => {
      const order = toOrder(recordOf(row, orderRecord, (id, status) => ({ id, status })));
      return withStoreName(order, storeOf(order));
    });
  },
});

/** One row of the list. Its links are built in the view, since each would repeat the id. */
export type OrderRow = { id: string; number: string; cells: Partial<OrderCells> };

export type ListContext = {
  alias: StoreAlias;
  filter: OrderFilter;
  username: string;
  storeOf: (order: Order) => Store | undefined;
  portals: SellerPortals;
};

export const withStoreName = (order: Order, store: Store | undefined): Order => ({
  ...order,
  store: store?.storeName ?? order.store,
});

export function toOrderPage(
  rows: readonly WireRow<OrderRecord>[],
  { alias, username, storeOf, portals }: ListContext,
): Omit<LivePage<OrderRow>, "version"> {
  const without = columnsWithout(alias === undefined);
  const shared = shareEqual<OfferedAction[]>();
  let moves = false;
  const page = toOpenPage(rows, orderPageSize, (record) => {
    const order = toOrder(record);
    moves ||= movesByItself(order.status);
    const store = storeOf(order);
    const offered = {
      outside: outsideOrderLink(order, store, portals),
      actions: shared(offeredActions(order.actions, username)),
    };
    return {
      id: order.id,
      number: shorten(orderNumber(order), maxIdLength),
      cells: orderColumns.cells(withStoreName(order, store), offered, without),
    };
  });
  return { ...page, moves };
}

/** Finds an order's store by the order's store name or alias, case-insensitively. */
export function storeFinder(stores: readonly Store[]): (order: Pick<Order, "store">) => Store | undefined {
  const byName = new Map<string, Store>();
  for (const store of stores) byName.set(store.storeAlias.toLowerCase(), store);
  for (const store of stores) byName.set(store.storeName.toLowerCase(), store);
  return (order) => byName.get(order.store.toLowerCase());
}
