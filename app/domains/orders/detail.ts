import { type ActionLink, actionLinks, offeredActions } from "#app/domains/actions/model.ts";
import { outsideHref } from "#app/domains/stores/model.ts";
import type { Moment } from "#app/values/moment.ts";
import { plural, type ShownValue, shorten } from "#app/values/show.ts";
import type { OrderRecord } from "#contract/orders.ts";
import type { ListContext } from "./list.ts";
import { type Order, orderNumber, toHistory, toOrder, unitsOf } from "./model.ts";
import { type OutsideLink, outsideOrderLink } from "./outsideLinks.ts";
import { orderPath, ordersPath } from "./paths.ts";
import { type OrderTab, orderTabs } from "./search.ts";
import { otherIds, type StatusNotes, shownAmount, shownQuantity, statusNotes } from "./shown.ts";
import type { OrderStatus } from "./statuses.ts";

export type CustomerTab = {
  customer?: { code: string; idx: string; email: string };
  addresses: { key: string; kind: string; text: string }[];
};
export type ShownHistory = { key: string; action: string; message: string; at?: Moment; notes: string };
export type ItemsTab = { lines: { key: string; levelCode: string; quantity: string }[]; total: string };
export type ShownShipment = {
  key: string;
  carrier: string;
  conNote: string;
  /** Where the carrier shows it; absent when the address isn't safe to link to. */
  trackHref?: string;
  despatched?: Moment;
  contents: { key: string; product: string; colour: string; size: string; quantity: string }[];
  total: string;
};

/** The panel 'Order Details - {source id}' with its open tab. */
export type OrderDetail = {
  title: string;
  id: string;
  number: string;
  ids: string[];
  store: string;
  storeType: string;
  status: OrderStatus;
  statusNotes: StatusNotes;
  createdAt?: Moment;
  modifiedAt?: Moment;
  amount?: ShownValue;
  payments: string;
  outside?: OutsideLink;
  actions: ActionLink[];
  tabs: { key: OrderTab; label: string; href: string }[];
  closeTo: string;
} & (
  | { tab: "customer"; customer: CustomerTab }
  | { tab: "history"; history: ShownHistory[] }
  | { tab: "items"; items: ItemsTab }
  | { tab: "shipments"; shipments: ShownShipment[] }
  | { tab: "raw"; rawText: string }
);

const tabLabels: Record<OrderTab, string> = {
  customer: "Customer",
  history: "History",
  items: "Items",
  shipments: "Shipments",
  raw: "Raw Data",
};

const longestValue = 4000;
const longestNote = 500;

const shownTotal = (lines: Parameters<typeof unitsOf>[0]): string => {
  const { total, unreadable } = unitsOf(lines);
  return `${plural(total, "unit", "units")}${unreadable === 0 ? "" : `, ${plural(unreadable, "quantity is", "quantities are")} not readable`}`;
};

const toItems = (order: Order): ItemsTab => ({
  lines: order.lines.map((line, index) => ({
    key: String(index),
    levelCode: line.levelCode,
    quantity: shownQuantity(line.quantity),
  })),
  total: shownTotal(order.lines),
});

const toShipments = (order: Order): ShownShipment[] =>
  order.shipments.map(({ carrier, conNote, trackUrl, despatched, contents }, index) => {
    const trackHref = outsideHref(trackUrl);
    return {
      key: String(index),
      carrier,
      conNote,
      ...(trackHref === undefined ? {} : { trackHref }),
      ...(despatched === undefined ? {} : { despatched }),
      contents: contents.map((item, line) => ({
        ...item,
        key: String(line),
        quantity: shownQuantity(item.quantity),
      })),
      total: shownTotal(contents),
    };
  });

function openTab(wire: OrderRecord, raw: unknown, order: Order, tab: OrderTab) {
  switch (tab) {
    case "customer":
      return {
        tab,
        customer: {
          ...(order.customer ? { customer: order.customer } : {}),
          addresses: order.addresses.map(({ kind, lines }, index) => ({
            key: String(index),
            kind,
            text: lines.join("\n"),
          })),
        },
      };
    case "history":
      return {
        tab,
        history: toHistory(wire.history ?? []).map(({ action, message, at, notes }, index) => ({
          key: String(index),
          action: shorten(action, 120),
          message: shorten(message, longestValue),
          ...(at === undefined ? {} : { at }),
          notes: notes.map((note) => shorten(note, longestNote)).join("\n"),
        })),
      };
    case "items":
      return { tab, items: toItems(order) };
    case "shipments":
      return { tab, shipments: toShipments(order) };
    case "raw":
      return { tab, rawText: JSON.stringify(raw) };
  }
}

/** The panel of one order; `raw` is the row as the server sent it. */
export function toOrderDetail(
  wire: OrderRecord,
  raw: unknown,
  context: ListContext,
  tab: OrderTab,
): OrderDetail {
  const order = toOrder(wire);
  const { scope, filter } = context;
  const store = context.storeOf(order);
  const outside = outsideOrderLink(order, store, context.portals);
  const number = shorten(orderNumber(order), 80);
  return {
    title: `Order Details - ${number}`,
    id: order.id,
    number,
    ids: otherIds(order),
    store: store?.storeName ?? order.store,
    storeType: order.storeType,
    status: order.status,
    statusNotes: statusNotes(order),
    ...(order.createdAt === undefined ? {} : { createdAt: order.createdAt }),
    ...(order.modifiedAt === undefined ? {} : { modifiedAt: order.modifiedAt }),
    ...(order.amount === undefined ? {} : { amount: shownAmount(order.amount) }),
    payments: order.payments.join(", "),
    ...(outside === undefined ? {} : { outside }),
    actions: actionLinks(
      orderPath(scope, filter, { id: order.id, opener: "detail" }),
      offeredActions(order.actions, context.username),
    ),
    tabs: orderTabs.map((key) => ({
      key,
      label: tabLabels[key],
      href: orderPath(scope, filter, { id: order.id, ...(key === "customer" ? {} : { tab: key }) }),
    })),
    closeTo: ordersPath(scope, filter),
    ...openTab(wire, raw, order, tab),
  };
}
