import { type ActionLink, actionLinks, offeredActions } from "#app/core/commands/model.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { orderTitle, orderTabs as words } from "#app/core/specification/orders.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { type EventKind, parcelEvent, type TimeLineEvent, toTimeLine } from "#app/core/timeline/timeLine.ts";
import type { RelatedGroup } from "#app/core/ui/RelatedRecords.tsx";
import { compact, plural, shorten, shownAmount, toText, type ValueView } from "#app/core/values/values.ts";
import type { NotesView } from "#app/features/notes/notes.ts";
import type { OrderRecord } from "#contract/orders.ts";
import {
  type ListContext,
  maxTextLength,
  otherIds,
  outsideOrderLink,
  shownQuantity,
  statusNotes,
} from "./columns.ts";
import {
  failureIn,
  type HistoryEntry,
  type Order,
  orderNumber,
  toHistory,
  toOrder,
  unitsOf,
} from "./model.ts";
import {
  type OrderFilter,
  type OrderTab,
  type OrderView,
  orderEventsPagePath,
  orderPath,
  ordersPath,
  orderTabs,
} from "./paths.ts";
import { movesByItself } from "./statuses.ts";

/** Why an order is not shown: several carry its number, or none does on all pages, or on the first ones if `tooMany`. */
export type OrderMissing =
  | { found: "failed"; error: ErrorView }
  | { found: "unreadable"; problem: string }
  | { found: "several"; orders: OrderRecord[] }
  | { found: "tooMany" | "none" };

const named = (record: OrderRecord): string =>
  [toText(record.order?.sourceId) || record.id, toText(record.order?.sourceStore), record.id]
    .filter((part, index, parts) => part !== "" && parts.indexOf(part) === index)
    .map((part) => shorten(part, 60))
    .join(" · ");

/** The panel of an order that cannot be shown: what was searched for, and links (orders#find). */
export function toOrderUnavailable(
  alias: StoreAlias,
  filter: OrderFilter,
  wanted: string,
  missing: OrderMissing,
) {
  const number = shorten(wanted, 80);
  const orders = missing.found === "several" ? missing.orders : [];
  return {
    isShown: false as const,
    title: orderTitle(number),
    closeTo: ordersPath(alias, filter),
    retryHref: orderPath(alias, filter, { id: wanted }),
    error: missing.found === "failed" ? missing.error : undefined,
    explanation: explanationOf(missing, number, alias === undefined ? "" : " in this store"),
    choices: orders.map((record) => ({
      label: named(record),
      href: orderPath(alias, filter, { id: record.id }),
    })),
    searchHref: ["tooMany", "none"].includes(missing.found)
      ? ordersPath(alias, { query: wanted })
      : undefined,
  };
}

function explanationOf(missing: OrderMissing, number: string, where: string): string | undefined {
  switch (missing.found) {
    case "failed":
      return undefined;
    case "unreadable":
      return `The order ${number} could not be read: ${missing.problem}`;
    case "several":
      return `${missing.orders.length} orders carry the number ${number}:`;
    case "tooMany":
      return `Too many orders match ${number}: the first pages of the search do not hold one with exactly this number.`;
    case "none":
      return `The order ${number} was not found${where}. It is looked up by its id, its source id and its external id.`;
  }
}
export type OrderUnavailable = ReturnType<typeof toOrderUnavailable>;

const longest = 4000;

// Actions are free text of the service: the kind is recognised by its words (orders#time-line).
const kinds: readonly [kind: EventKind, pattern: RegExp][] = [
  ["mail", /e-?mail/i],
  ["parcel", /ship|despatch|parcel/i],
  ["job", /submi|retr(y|ied)|validat|process/i],
];
const tones: readonly [tone: NonNullable<TimeLineEvent["tone"]>, pattern: RegExp][] = [
  ["danger", /fail|error/i],
  ["attention", /defer|held|reject|cancel|bounce/i],
  ["ok", /shipped|complete/i],
];

function historyEvent({ action, message, at, by, notes }: HistoryEntry, index: number): TimeLineEvent {
  const kind = kinds.find(([, pattern]) => pattern.test(action))?.[0] ?? "record";
  // The status of a mail also says whether it was delivered.
  const words = [action, ...(kind === "mail" ? notes : [])].join("\n");
  return compact<TimeLineEvent>({
    key: `history ${index}`,
    kind,
    what: shorten(action, maxTextLength) || "Entry",
    by: shorten(by, maxTextLength),
    at,
    tone: tones.find(([, pattern]) => pattern.test(words))?.[0],
    lines: [
      shorten(message, longest),
      by === "" ? notes.map((note) => shorten(note, 500)).join(" · ") : "",
    ].filter(Boolean),
  });
}

const shipmentEvent = (
  { carrier, conNote, trackHref, despatched, contents }: Order["shipments"][number],
  index: number,
): TimeLineEvent =>
  parcelEvent({
    key: `shipment ${index}`,
    what: `Shipment ${index + 1} was sent`,
    by: shorten(carrier, maxTextLength),
    at: despatched,
    conNote,
    units: unitsOf(contents).total,
    trackHref,
  });

/** The time line of an order (orders#time-line), oldest first: its history, mails and parcels. */
export const orderEvents = (wire: OrderRecord, order: Order): TimeLineEvent[] => [
  // The history is newest first; counted from the oldest, a record keeps its key when newer ones are added.
  ...toHistory(wire.history ?? [])
    .toReversed()
    .map(historyEvent),
  ...order.shipments.map(shipmentEvent),
];

/** The store's current product with a line's code. */
export type LineProduct = { title: string; href: string; image?: string; price?: ValueView };
/** The products of an order by its lines' codes, in lower case; `unread` says that some could not be read. */
export type LineProducts = { byCode: ReadonlyMap<string, LineProduct>; unread?: string };
export type OrderNeighbours = {
  related: RelatedGroup[];
  /** Undefined if not requested, or if the user may not see the store's products. */
  products: LineProducts | undefined;
  /** The thread of the EDI order it was created from, if its store trades by EDI. */
  threadHref: ((orderNumber: string) => string) | undefined;
};

const tabLabels: Record<OrderTab, string> = { ...words, timeline: "Time line" };

const maxValueLength = 4000;
const maxNoteLength = 500;
const noTracking = "No address was sent at which it can be tracked.";

const shownTotal = (lines: Parameters<typeof unitsOf>[0]): string => {
  const { total, unreadable } = unitsOf(lines);
  return `${plural(total, "unit", "units")}${unreadable === 0 ? "" : `, ${plural(unreadable, "quantity is", "quantities are")} not readable`}`;
};

const toItems = (order: Order, products: LineProducts | undefined) => ({
  lines: order.lines.map((line, index) => {
    const product = products?.byCode.get(line.levelCode.toLowerCase());
    return {
      key: String(index),
      levelCode: line.levelCode,
      quantity: shownQuantity(line.quantity),
      product,
    };
  }),
  total: shownTotal(order.lines),
  /** Whether the user may see products at all. */
  withProducts: products !== undefined,
  unread: products?.unread,
});
export type ItemsTab = ReturnType<typeof toItems>;

const toShipments = (order: Order) =>
  order.shipments.map(({ contents, ...shipment }, index) => ({
    ...shipment,
    key: String(index),
    refused: shipment.trackHref === undefined ? noTracking : undefined,
    contents: contents.map((item, line) => ({
      ...item,
      key: String(line),
      quantity: shownQuantity(item.quantity),
    })),
    total: shownTotal(contents),
  }));

export type ShipmentView = ReturnType<typeof toShipments>[number];

/** Number of shipments tracked from the head; the others are in Shipments. */
const maxTracks = 3;

const toTracks = ({ shipments }: Order) =>
  shipments.slice(0, maxTracks).map(({ trackHref, conNote }, index) => ({
    key: String(index),
    label: shipments.length === 1 ? "Track" : `Track shipment ${index + 1}`,
    about: conNote || `shipment ${index + 1}`,
    href: trackHref,
    refused: trackHref === undefined ? noTracking : undefined,
  }));

const toCustomerTab = ({ customer, addresses }: Order) => ({
  customer,
  addresses: addresses.map(({ kind, lines }, index) => ({
    key: String(index),
    kind,
    text: lines.join("\n"),
  })),
});
export type CustomerTab = ReturnType<typeof toCustomerTab>;

const toHistoryViews = ({ history }: OrderRecord) =>
  toHistory(history ?? []).map(({ action, message, at, notes }, index) => ({
    key: String(index),
    action: shorten(action, 120),
    message: shorten(message, maxValueLength),
    at,
    notes: notes.map((note) => shorten(note, maxNoteLength)).join("\n"),
  }));
export type HistoryView = ReturnType<typeof toHistoryViews>[number];

function openTab(
  wire: OrderRecord,
  raw: unknown,
  order: Order,
  { neighbours: { products }, alias, filter }: OrderContext,
  view: OrderView,
) {
  const { tab } = view;
  switch (tab) {
    case "customer":
      return { tab, customer: toCustomerTab(order) };
    case "history":
      return { tab, history: toHistoryViews(wire) };
    case "items":
      return { tab, items: toItems(order, products) };
    case "shipments":
      return { tab, shipments: toShipments(order) };
    case "raw":
      return { tab, rawText: JSON.stringify(raw) };
    case "timeline": {
      const place = { id: order.id, ...view };
      return {
        tab,
        line: toTimeLine(orderEvents(wire, order), {
          kind: view.events,
          page: view.eventsPage,
          hrefOf: (events) => orderPath(alias, filter, { ...place, events, eventsPage: 1 }),
          pageHref: orderEventsPagePath(alias, filter, place),
        }),
      };
    }
  }
}

export type OrderContext = ListContext & { neighbours: OrderNeighbours };

function leadOf(order: Order, store: string): string[] {
  const amount = order.amount && shownAmount(order.amount);
  const paid = typeof amount === "object" ? `${amount.text} (${amount.note})` : amount;
  const by = order.payments.length > 0 ? ` by ${order.payments.join(", ")}` : "";
  return [paid === undefined ? "" : `${paid}${by}`, store]
    .filter(Boolean)
    .map((text) => shorten(text, maxTextLength));
}

/** What is wrong with an order that needs a look, in the service's words; undefined for any other. */
function wrongOf({ history }: OrderRecord, { status }: Order, [likely]: readonly ActionLink[]) {
  if (status.tone !== "attention") return undefined;
  const why = failureIn(history);
  return {
    words: `${status.label}${why && `: ${why.replace(/\.$/, "")}`}.`,
    advice: likely ? `Next: ${likely.label}.` : "",
  };
}

/** The panel of one order; `raw` is the row as the server sent it. */
export function toOrderDetail(wire: OrderRecord, raw: unknown, context: OrderContext, view: OrderView) {
  const order = toOrder(wire);
  const { alias, filter } = context;
  const { related, threadHref } = context.neighbours;
  const counts: Partial<Record<OrderTab, number>> = {
    items: order.lines.length,
    shipments: order.shipments.length,
  };
  const place = { id: order.id, ...view };
  const store = context.storeOf(order);
  const outside = outsideOrderLink(order, store, context.portals);
  const number = shorten(orderNumber(order), 80);
  const actions = actionLinks(
    orderPath(alias, filter, place),
    offeredActions(order.actions, context.username),
    "panel",
  );
  return {
    title: orderTitle(number),
    id: order.id,
    number,
    /** The customer's name, else the email address, else the number. */
    owner: shorten(
      toText(wire.order?.customer?.name) || order.delivery?.name || order.customer?.email || number,
      120,
    ),
    ids: otherIds(order),
    store: store?.storeName ?? order.store,
    storeType: order.storeType,
    status: order.status,
    statusNotes: statusNotes(order),
    createdAt: order.createdAt,
    modifiedAt: order.modifiedAt,
    outside,
    /** What it is about, besides its customer, and what is wrong with the likely action. */
    lead: leadOf(order, store?.storeName ?? order.store),
    wrong: wrongOf(wire, order, actions),
    actions,
    tracks: toTracks(order),
    tabs: orderTabs.map((key) => ({
      key,
      label: tabLabels[key],
      count: counts[key],
      href: orderPath(alias, filter, { id: order.id, tab: key }),
    })),
    closeTo: ordersPath(alias, filter),
    related,
    threadHref: threadHref?.(number),
    here: orderPath(alias, filter, place),
    /** It may change at any time without a person's action. */
    moves: movesByItself(order.status),
    ...openTab(wire, raw, order, context, view),
  };
}
export type OrderDetail = ReturnType<typeof toOrderDetail>;

export type OrderPanel = { isShown: true; detail: OrderDetail; notes: NotesView } | OrderUnavailable;
