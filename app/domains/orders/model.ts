import { outsideHref } from "#app/core/stores/model.ts";
import {
  type Amount,
  amountOf,
  compact,
  isObject,
  momentOf,
  readJson,
  shorten,
  timeOf,
  toAmount,
  toText,
} from "#app/core/values/values.ts";
import type { OrderAddress, OrderHistoryItem, OrderRecord, OrderShipment } from "#contract/orders.ts";
import { orderStatusOf } from "./statuses.ts";

const isDelivery = (address: OrderAddress) => toText(address.locationType).toLowerCase() === "delivery";

/** Name, company, streets, `town` ('suburb state postcode') and country; `lines` has the non-empty ones in order. */
function toAddress(address: OrderAddress) {
  const filled = (...parts: readonly (string | number | null | undefined)[]) =>
    parts.map(toText).filter(Boolean);
  const name = toText(address.name);
  const streets = filled(address.company, address.street1, address.street2);
  const [suburb, state, postcode] = [toText(address.suburb), toText(address.state), toText(address.postcode)];
  const town = filled(suburb, state, postcode).join(" ");
  const country = toText(address.country);
  const lines = filled(name, ...streets, town, country);
  return { kind: toText(address.locationType), name, streets, suburb, state, postcode, town, country, lines };
}
export type Address = ReturnType<typeof toAddress>;

function toShipment(shipment: OrderShipment) {
  const [name, code] = [toText(shipment.carrierName), toText(shipment.carrierCode)];
  return compact({
    carrier: name === "" ? code : code === "" || code === name ? name : `${name} (${code})`,
    conNote: toText(shipment.conNote),
    /** The carrier's page; absent if the URL isn't safe to link to. */
    trackHref: outsideHref(toText(shipment.carrierUrl)),
    despatched: momentOf(shipment.despatchDate),
    contents: (shipment.contents ?? []).map((item) => ({
      product: toText(item.productCode),
      colour: toText(item.colourCode),
      size: toText(item.sizeCode),
      quantity: toAmount(item.quantity),
    })),
  });
}

/** Display names of the kinds of payment (orders#payments). */
const payments: ReadonlyMap<string, string> = new Map([
  ["creditcard", "Credit card"],
  ["giftcard", "Gift card"],
  ["paypal", "PayPal"],
  ["afterpay", "Afterpay"],
  ["zip", "Zip"],
  ["manual", "Manual payment"],
]);

function paidBy(accountType: unknown): string {
  const kind = toText(accountType);
  return payments.get(kind.toLowerCase()) ?? kind;
}

/** Parses one order record, for every screen and sheet; missing texts are empty, invalid values are kept as text. */
export function toOrder(record: OrderRecord) {
  const order = record.order ?? {};
  const addresses = order.addresses ?? [];
  const delivery = addresses.find(isDelivery);
  const { customer } = order;
  return compact({
    id: record.id,
    sourceId: toText(order.sourceId),
    externalId: toText(order.externalSourceID),
    store: toText(order.sourceStore),
    storeType: toText(order.sourceType),
    status: orderStatusOf(record.status),
    createdAt: momentOf(order.createdAt),
    modifiedAt: momentOf(record._ts),
    amount: amountOf(order.amountPaid),
    payments: [...new Set((order.paymentDetails ?? []).map(({ accountType }) => paidBy(accountType)))].filter(
      Boolean,
    ),
    lines: (order.lineItems ?? []).map(({ levelCode, quantity }) => ({
      levelCode: toText(levelCode),
      quantity: toAmount(quantity),
    })),
    customer: customer
      ? {
          code: toText(customer.ap21CustomerCode),
          idx: toText(customer.ap21CustomerIdx),
          email: toText(customer.email),
        }
      : undefined,
    addresses: addresses.map(toAddress),
    delivery: delivery && toAddress(delivery),
    shipments: (order.shipments ?? []).map(toShipment),
    retries: amountOf(record.retryCount),
    nextRetry: momentOf(record.nextRetrySchedule),
    actions: (record.availableActions ?? []).filter((action) => action.value !== ""),
  });
}
export type Order = ReturnType<typeof toOrder>;

/** The number that staff use for an order: its source id, else the record's id. */
export const orderNumber = (order: { sourceId: string; id: string }): string => order.sourceId || order.id;

/** Total units of all lines; lines with a non-numeric quantity are counted in `unreadable`. */
export function unitsOf(lines: readonly { quantity: Amount }[]): { total: number; unreadable: number } {
  const sum = lines.reduce((units, { quantity }) => units + (quantity.number ?? 0), 0);
  return {
    total: Math.round(sum * 1e6) / 1e6,
    unreadable: lines.filter(({ quantity }) => quantity.number === undefined).length,
  };
}

const readObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The details of a history item: an object, or one sent as JSON text; empty for anything else. */
const metaOf = (meta: unknown) => readObject(typeof meta === "string" ? readJson(meta) : meta);

const note = (label: string, value: unknown): string[] => {
  const text = toText(value);
  return text === "" ? [] : [`${label}: ${text}`];
};

const userOf = (user: unknown): unknown => {
  const { username, email, name } = readObject(user);
  return username ?? email ?? name ?? user;
};

const emailSent = "OrderConfirmationEmailSent";

function toEntry(item: OrderHistoryItem) {
  const meta = metaOf(item.meta);
  const action = toText(item.action);
  const isMail = action === emailSent;
  const by = isMail ? "" : toText(userOf(meta.user));
  return compact({
    action,
    message: toText(item.message),
    at: momentOf(item.createdAt),
    /** Empty if nobody is named, and for mails. */
    by,
    notes: isMail
      ? [...note("Provider", meta.provider), ...note("Email", meta.email), ...note("Status", meta.status)]
      : note("User", by),
  });
}
export type HistoryEntry = ReturnType<typeof toEntry>;

/**
 * The history as shown (orders#history): OrderUpdate hidden, a sent confirmation with its provider,
 * email and status, all others with their user. Newest first; items without a readable time last.
 */
export const toHistory = (items: readonly OrderHistoryItem[]): HistoryEntry[] =>
  items
    .filter((item) => toText(item.action) !== "OrderUpdate")
    .map(toEntry)
    // The difference of two that have no readable time is NaN.
    .sort((a, b) => timeOf(b.at) - timeOf(a.at) || 0);

/** What the service says of the order's last failure; empty where it says nothing. */
export const failureIn = (items: OrderRecord["history"]): string =>
  shorten(toHistory(items ?? []).find(({ action }) => /fail/i.test(action))?.message ?? "", 300);
