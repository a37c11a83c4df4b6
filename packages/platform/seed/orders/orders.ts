import { type OrderStatusCode, orderStatusCodes } from "#contract/orders.ts";
import type { JsonObject, StoredHistoryEntry } from "#platform/database/schema/columns.ts";
import { ediCounters } from "#platform/database/schema/ediPartners.ts";
import { orders, shipmentLines } from "#platform/database/schema/orders.ts";
import { orderSeries } from "#platform/domains/edi/documents/counters.ts";
import { platformName } from "#platform/domains/history.ts";
import { searchTextOf, sortKeysOf } from "#platform/domains/orders/repository.ts";
import { articleIn } from "#platform/domains/orders/rules.ts";
import { filled, recorded } from "#platform/seed/fixtures.ts";
import { articleOf } from "#platform/seed/products/catalogue.ts";
import { addressFrom, personFrom, type Random, randomFor } from "#platform/seed/random.ts";
import {
  batchSize,
  continuePositions,
  insertRows,
  type SeedContext,
  type SeedPart,
  type SeedSize,
} from "#platform/seed/seed.ts";
import { productCount, type SeedStore, seedStores } from "#platform/seed/stores.ts";
import { type OrderPlace, orderCount, orderIdsOf, orderTimeline } from "./timeline.ts";

/** A line of an order, with a docket's additional fields. */
export type SeedLine = {
  levelCode: string;
  quantity: number;
  description: string;
  colour: string;
  /** AUD. */
  unitPrice: number;
};

export type ShipmentLine = typeof shipmentLines.$inferInsert;

type Docket = { store: SeedStore; number: string; orderNumber: string | null; saleDate: Date };

function lineOf({ store, number, orderNumber, saleDate }: Docket, sold: SeedLine): ShipmentLine {
  const { productCode, colourCode, sizeCode } = articleIn(sold.levelCode);
  return {
    storeId: store.id,
    docketNumber: number,
    orderNumber,
    saleDate,
    styleCode: productCode,
    styleName: sold.description,
    colourCode,
    colourName: sold.colour,
    size: sizeCode,
    amount: Math.round(sold.unitPrice * sold.quantity * 100) / 100,
    quantity: sold.quantity,
  };
}

// AP21 writes some colours of two parts with a hyphen.
const inAp21 = (line: ShipmentLine): ShipmentLine => ({ ...line, colourCode: `${line.colourCode}-2` });

function counterSale(docket: Docket, size: SeedSize, random: Random): ShipmentLine {
  const { store } = docket;
  const article = articleOf(
    store.id,
    store.brands,
    random.between(1, Math.max(1, productCount(store, size))),
  );
  return lineOf(docket, {
    levelCode: article.sizes[0]?.sku ?? article.styleCode,
    quantity: 1,
    description: article.title,
    colour: article.colour,
    unitPrice: article.rrp,
  });
}

/**
 * The docket lines of an order: those of its own docket once it was sent whole, and occasionally a counter sale, which
 * has no order number. Dated by the sale.
 */
function shipmentLinesOf(
  { store, ordinal, createdAt }: OrderPlace,
  row: typeof orders.$inferInsert,
  lines: readonly SeedLine[],
  size: SeedSize,
): ShipmentLine[] {
  const random = randomFor(`docket ${row.id}`);
  const { sourceId } = row.document;
  const docket: Docket = {
    store,
    number: String(100_000 + ordinal * 2),
    orderNumber: typeof sourceId === "string" ? sourceId : null,
    saleDate: createdAt,
  };
  const sent = row.status === "COMPLETE" ? lines.map((line) => lineOf(docket, line)) : [];
  const marked = sent.map((line) => (random.chance(0.1) ? inAp21(line) : line));
  if (!random.chance(0.12)) return marked;
  const counter = { ...docket, number: String(100_001 + ordinal * 2), orderNumber: null };
  return [...marked, counterSale(counter, size, random)];
}

/** Lines that sell variants of the store's own products. */
function linesFrom(store: SeedStore, size: SeedSize, count: number, random: Random): SeedLine[] {
  const range = Math.max(1, productCount(store, size));
  return Array.from({ length: count }, () => {
    const article = articleOf(store.id, store.brands, random.between(1, range));
    const variant = article.sizes[random.between(0, article.sizes.length - 1)];
    return {
      levelCode: variant?.sku ?? `${article.styleCode}_${article.colourCode}`,
      quantity: random.chance(0.88) ? 1 : random.between(2, 4),
      description: article.title,
      colour: article.colour,
      unitPrice: article.sale ?? article.rrp,
    };
  });
}

/** A status without a label, as a newer service might send it (orders#unknown-status). */
const unlabelledStatus = "UNPROCESSABLE_GIFT_CARD_HOLD";

type Weights = readonly (readonly [OrderStatusCode, number])[];

function draw(weights: Weights, random: Random): OrderStatusCode {
  let left = random.fraction() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [status, weight] of weights) {
    left -= weight;
    if (left < 0) return status;
  }
  return "COMPLETE";
}

/**
 * The status of an order of this age in days. Among a store's newest orders every third one goes through all statuses
 * in turn (`fromNewest` counts from 0), so that each is easy to find.
 */
function seedStatus(ageInDays: number, fromNewest: number, random: Random): string {
  if (fromNewest % 3 === 2) {
    const turn = (fromNewest - 2) / 3;
    if (turn < orderStatusCodes.length) return orderStatusCodes[turn] ?? unlabelledStatus;
    if (turn === orderStatusCodes.length) return unlabelledStatus;
  }
  if (ageInDays < 1) return draw(fresh, random);
  return draw(ageInDays < 10 ? recent : old, random);
}

export type OrderRow = typeof orders.$inferInsert;

/**
 * The oldest orders of every store that is large enough: faulty data of a real feed. They are found by searching for
 * ODD-; an id without a source id, and an unlabelled status, are among them.
 */
const edgeCases: readonly object[] = recorded("orders");

const minute = 60_000;
const day = 86_400_000;

type Carrier = readonly [code: string, name: string, track: string];

/** The share of a status among orders, of today, of the last days, and older; what they were paid and sent with. */
const {
  fresh,
  recent,
  old,
  accountTypes,
  carriers,
}: Record<"fresh" | "recent" | "old", Weights> & {
  accountTypes: readonly [string, ...string[]];
  carriers: readonly [Carrier, ...Carrier[]];
} = recorded("statuses");

const cents = (amount: number) => Math.round(amount * 100) / 100;
const totalOf = (lines: SeedLine[]) =>
  cents(lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0));

function shipmentsOf(status: string, lines: SeedLine[], createdAt: Date, until: Date, random: Random) {
  const isPartlySent = status === "SHIPMENT_PENDING" && lines.length > 1 && random.chance(0.3);
  if (status !== "COMPLETE" && !isPartlySent) return [];
  const sent = isPartlySent ? lines.slice(0, 1) : lines;
  const parcels = random.chance(0.8) ? 1 : random.between(1, Math.min(3, sent.length));
  return Array.from({ length: parcels }, (_, parcel) => {
    const [carrierCode, carrierName, track] = random.pick(carriers);
    const conNote = `${carrierCode.slice(0, 3)}${random.between(100_000_000, 999_999_999)}`;
    const despatchedAt = createdAt.getTime() + random.between(300, 2400) * minute + parcel * day;
    return {
      carrierCode,
      carrierName,
      conNote,
      carrierUrl: track && `${track}${conNote}`,
      despatchDate: new Date(Math.min(despatchedAt, until.getTime())).toISOString(),
      contents: sent
        .filter((_line, index) => index % parcels === parcel)
        .map(({ levelCode, quantity }) => ({ ...articleIn(levelCode), quantity })),
    };
  });
}

function paymentsOf(status: string, total: number, random: Random) {
  if (status === "UNPROCESSABLE_ZERO_DOLLAR_PAYMENT") return [{ accountType: "giftcard", amount: 0 }];
  if (status === "UNPROCESSABLE_MANUAL_ORDER") return [{ accountType: "manual", amount: total }];
  const paid = status === "UNPROCESSABLE_PAYMENTS_NOT_BALANCED" ? cents(total - 10) : total;
  if (!random.chance(0.08)) return [{ accountType: random.pick(accountTypes), amount: paid }];
  const voucher = Math.min(25, paid);
  return [
    { accountType: "giftcard", amount: voucher },
    { accountType: random.pick(accountTypes), amount: cents(paid - voucher) },
  ];
}

function addressesOf(status: string, name: string, random: Random) {
  const home = addressFrom(random, name);
  const wrong =
    status === "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE"
      ? { postcode: home.state === "VIC" ? "2000" : "3000" }
      : status === "UNPROCESSABLE_ADDRESS_VALIDATION_FAILURE"
        ? { street1: "" }
        : {};
  const billing = random.chance(0.15) ? addressFrom(random, name) : home;
  return [
    { locationType: "billing", ...billing },
    { locationType: "delivery", ...home, ...wrong },
  ];
}

/** The fields that an edge case takes from a normal order, and from its store. */
const surroundingsOf = (row: OrderRow, { store }: OrderPlace, size: SeedSize, random: Random) => ({
  ...row,
  modifiedAt: row.modifiedAt.toISOString(),
  seconds: Math.floor(row.modifiedAt.getTime() / 1000),
  get lines() {
    return linesFrom(store, size, 200, random);
  },
});

/** The next automatic retry of a soft failure is after the anchor; some wait for a person only. */
const nextRetry = (anchor: Date, random: Random): Date | null =>
  random.chance(0.85) ? new Date(anchor.getTime() + random.between(20, 2600) * minute) : null;

/**
 * The order at a position of the timeline, and its sold lines; the same one for the same store, ordinal, size and
 * anchor. The oldest ones of a store are the edge cases. Only retries are after `anchor`.
 */
export function orderAt(
  place: OrderPlace,
  size: SeedSize,
  anchor: Date,
): { row: OrderRow; sold: SeedLine[] } {
  const { store, ordinal, position, createdAt } = place;
  const random = randomFor(`order ${store.alias} ${ordinal}`);
  const count = orderCount(store, size);
  const ageInDays = (anchor.getTime() - createdAt.getTime()) / day;
  const status = seedStatus(ageInDays, count - ordinal, random);
  const { id, sourceId, externalSourceID } = orderIdsOf(store, ordinal, random);
  const person = personFrom(random);
  const lines = linesFrom(store, size, random.chance(0.6) ? 1 : random.between(2, 5), random);
  const payments = paymentsOf(status, totalOf(lines), random);
  const retryCount = status === "UNPROCESSABLE_SOFT" ? random.between(1, 5) : 0;
  const document: JsonObject = {
    sourceId,
    ...(externalSourceID ? { externalSourceID } : {}),
    sourceStore: store.name,
    sourceType: store.type,
    createdAt: createdAt.toISOString(),
    amountPaid: cents(payments.reduce((sum, { amount }) => sum + amount, 0)),
    lineItems: lines,
    paymentDetails: payments,
    addresses: addressesOf(status, person.name, random),
    shipments: shipmentsOf(status, lines, createdAt, anchor, random),
    customer: {
      ap21CustomerCode: person.code,
      ap21CustomerIdx: person.index,
      email: person.email,
      name: person.name,
      phone: person.phone,
    },
  };
  const history = historyOf({ status, retryCount, email: person.email, createdAt }, anchor, random);
  const row: OrderRow = {
    id,
    storeId: store.id,
    position,
    status,
    searchText: "",
    retryCount,
    submissions: retryCount,
    stepAt: status === "UNPROCESSABLE_SOFT" ? nextRetry(anchor, random) : null,
    modifiedAt: new Date(history[0]?.createdAt ?? createdAt),
    createdAt,
    amount: 0,
    document,
    history,
  };
  // Only a store with more than a page of orders has edge cases.
  const odd = count > 40 ? edgeCases[ordinal - 1] : undefined;
  const finished: OrderRow = odd
    ? { ...row, ...Object(filled(odd, surroundingsOf(row, place, size, random))) }
    : row;
  return {
    row: {
      ...finished,
      ...sortKeysOf(finished.document, finished.modifiedAt),
      searchText: searchTextOf(finished.id, finished.document),
    },
    sold: lines,
  };
}

async function loadOrders({ database, size, anchor, report }: SeedContext): Promise<void> {
  const newest = new Map<number, number>();
  const placed = (line: ShipmentLine) => {
    const position = (newest.get(line.storeId) ?? 0) + 1;
    newest.set(line.storeId, position);
    return { ...line, position };
  };
  let rows: OrderRow[] = [];
  let lines: ShipmentLine[] = [];
  const flush = async () => {
    await insertRows(database, orders, rows);
    await insertRows(database, shipmentLines, lines);
    report(rows.length);
    rows = [];
    lines = [];
  };
  for (const place of orderTimeline(size, anchor)) {
    const { row, sold } = orderAt(place, size, anchor);
    rows.push(row);
    lines.push(...shipmentLinesOf(place, row, sold, size).map(placed));
    if (rows.length === batchSize) await flush();
  }
  await flush();
  for (const table of [orders, shipmentLines]) await continuePositions(database, table);
  await database
    .insert(ediCounters)
    .values(seedStores.map((store) => ({ series: orderSeries(store.id), last: orderCount(store, size) })));
}

export const ordersPart: SeedPart = {
  name: "orders",
  tables: ["orders", "shipment_lines"],
  load: loadOrders,
};

type Event = readonly [action: string, message: string, minutesLater: number, meta?: JsonObject];

const byPlatform = { user: platformName };

/** An order's history up to a status, after it came in and was confirmed. */
const wayTo: Record<string, readonly Event[]> = recorded("orderHistory");

const deferred = (retryCount: number): Event[] =>
  Array.from({ length: retryCount }, (_, index) => [
    "OrderSubmissionDeferred",
    `AP21 did not answer in time; next try in ${5 * 2 ** index} minutes (simulated)`,
    5 * 2 ** index,
  ]);

type Course = { status: string; retryCount: number; email: string; createdAt: Date };

/**
 * The history of an order in a status, newest first, up to `until`. It has entries of every kind that the screens treat
 * differently: OrderUpdate, OrderConfirmationEmailSent, and those with a user.
 */
function historyOf(
  { status, retryCount, email, createdAt }: Course,
  until: Date,
  random: Random,
): StoredHistoryEntry[] {
  const mail = {
    provider: "Mail (simulated)",
    email,
    status: random.chance(0.94) ? "delivered" : "bounced",
  };
  const events: Event[] = [
    ["OrderCreated", "The order came in from its channel", 0],
    ["OrderUpdate", "The order's record was updated", 1],
    ["OrderConfirmationEmailSent", `Order confirmation to ${email} (simulated)`, 1, mail],
    ...(status === "UNPROCESSABLE_SOFT" ? deferred(retryCount) : (wayTo[status] ?? [])),
  ];
  let at = createdAt.getTime();
  const entries = events.map(([action, message, minutesLater, meta = byPlatform]): StoredHistoryEntry => {
    at = Math.min(until.getTime(), at + minutesLater * minute + (minutesLater && random.between(0, 50_000)));
    return { action, message, createdAt: new Date(at).toISOString(), meta };
  });
  return entries.reverse();
}
