import { expect, test } from "vitest";
import { readableRows } from "#app/core/lists/listed.ts";
import { orderRecord } from "#contract/orders.ts";
import { columnsWithout, type ListContext, orderColumns, storeFinder, toOrderPage } from "./columns.ts";
import { toOrderDetail } from "./detail.ts";
import { toHistory, toOrder } from "./model.ts";
import { type OrderView, orderView } from "./paths.ts";
import { movesByItself } from "./statuses.ts";

const read = (record: unknown) => orderRecord.parse(record);

const context: ListContext = {
  alias: undefined,
  filter: { query: "", statuses: [], page: 1 },
  username: "riley",
  storeOf: storeFinder([{ storeName: "Shoes and Sox", storeAlias: "SNS", storeType: "shopify" }]),
  portals: {},
};

const rowOf = (record: unknown, over: Partial<ListContext> = {}) => {
  const page = toOrderPage([{ readable: true, row: read(record), raw: record }], { ...context, ...over });
  const [row] = readableRows(page.rows);
  if (!row) throw new Error("expected a readable row");
  return { number: row.number, ...row.cells };
};

const address = { name: "Jane", street1: "1 High St", suburb: "Kew", state: "VIC", postcode: 3101 };
const shipment = {
  ...{ carrierName: "Post", conNote: "C1", carrierUrl: "https://t.example/1" },
  despatchDate: "2026-11-21T00:00:00Z",
  contents: [{ productCode: "P", colourCode: "BLK", sizeCode: "8", quantity: 2 }],
};
const whole = {
  ...{ id: "rec-1", status: "COMPLETE", _ts: 1_700_000_000 },
  availableActions: [{ value: "cancel", text: "cancel this order" }],
  order: {
    ...{ sourceId: "1001", externalSourceID: 4471, sourceStore: "sns", sourceType: "shopify" },
    ...{ createdAt: "2026-11-20T01:00:00Z", amountPaid: "1,299.5" },
    lineItems: Array.from({ length: 200 }, (_, index) => ({ levelCode: `L${index}`, quantity: "2" })),
    paymentDetails: ["PayPal", "giftcard", "paypal", "Cowrie"].map((accountType) => ({ accountType })),
    addresses: [
      { locationType: "billing", name: "Other" },
      { locationType: "Delivery", ...address },
    ],
    shipments: [shipment, { carrierUrl: "javascript:alert(1)" }],
    customer: { ap21CustomerCode: "P1", ap21CustomerIdx: 9, email: "jane@example.com" },
  },
};

test("a row holds ids, time, amount, payments, the first lines, where it goes and to whom [orders#columns, orders#fields, orders#payments, orders#delivery]", () => {
  expect(rowOf(whole)).toMatchObject({
    number: "1001",
    store: "Shoes and Sox",
    details: {
      ...{ ids: "External ID 4471\nRecord ID rec-1", at: "2026-11-20T01:00:00.000Z" },
      ...{ amount: "$1,299.50", payments: "PayPal, Gift card, Cowrie" },
      lines: "L0 × 2\nL1 × 2\nL2 × 2\nand 197 more lines, 400 units in all",
    },
    address: {
      delivery: { name: "Jane", streets: "1 High St", town: "Kew VIC 3101", country: "" },
      customer: "P1 (9)\njane@example.com",
    },
  });
  const headers = (allStores: boolean) =>
    orderColumns.views(columnsWithout(allStores)).map(({ header }) => header);
  expect(headers(true)).toEqual(["Store", "Order Details", "Address Details", "Status", "Actions"]);
  expect(headers(false)).toEqual(headers(true).slice(1));
});

test("Complete says how many shipments there are, a soft failure how often it was tried and when it is next [orders#status-notes]", () => {
  const notes = (record: object) => rowOf({ id: 1, ...record }).status?.notes;
  expect(notes(whole)).toEqual({ shipments: "2 shipments" });
  const soft = { status: "UNPROCESSABLE_SOFT", retryCount: 3, nextRetrySchedule: 1_800_000_000 };
  expect(notes(soft)).toEqual({ retries: "Retry count: 3", nextRetry: "2027-01-15T08:00:00.000Z" });
  expect(notes({ status: "UNPROCESSABLE_SOFT" })).toEqual({ retries: "Retry count not known" });
});

test("a row with missing or mistyped values is shown, and long values are truncated", () => {
  for (const record of [
    { id: 1 },
    { id: 1, order: null, history: "no list", availableActions: null },
    { id: 1, order: { addresses: [], customer: null, lineItems: null, amountPaid: {}, shipments: 4 } },
    { id: 1, status: 7, order: { createdAt: "soon", lineItems: [{}], addresses: [{ locationType: 3 }] } },
  ]) {
    const { number, address } = rowOf(record);
    const shown = [number, address?.delivery, address?.customer];
    expect(shown, JSON.stringify(record)).toEqual(["1", undefined, ""]);
  }
  const long = rowOf({ id: "x".repeat(10_000), order: { sourceStore: "s".repeat(10_000) } });
  expect(long.number.length + (long.store ?? "").length).toBeLessThan(300);
  expect(toOrder(read({ id: 1, order: { amountPaid: "free" } })).amount).toEqual({ text: "free" });
});

test("a person without a username is offered no actions", () => {
  expect(rowOf(whole).actions).toHaveLength(1);
  expect(rowOf(whole, { username: "" }).actions).toEqual([]);
});

test("the history is newest first, without OrderUpdate; a sent confirmation shows its provider, address and status, others their user [orders#history]", () => {
  const history = (items: unknown[]) =>
    toHistory(read({ id: 1, history: items }).history ?? []).map(({ action, notes }) => [action, ...notes]);
  const mail = { provider: "SendGrid", email: "a@b.example", status: "delivered", user: "system" };
  expect(
    history([
      { action: "Created", createdAt: "2026-01-01T00:00:00Z", meta: { user: "riley" } },
      { action: "OrderUpdate", createdAt: "2026-01-02T00:00:00Z" },
      { action: "Approved", createdAt: "2026-01-03T00:00:00Z", meta: '{"user":{"username":"morgan"}}' },
      { action: "OrderConfirmationEmailSent", createdAt: "2026-01-04T00:00:00Z", meta: mail },
      ...["{not json", null, 7, ["a"], '"text"', { user: null }].map((meta) => ({ action: "Undated", meta })),
    ]),
  ).toEqual([
    ["OrderConfirmationEmailSent", "Provider: SendGrid", "Email: a@b.example", "Status: delivered"],
    ["Approved", "User: morgan"],
    ["Created", "User: riley"],
    ...Array.from({ length: 6 }, () => ["Undated"]),
  ]);
});

const panel = { ...context, neighbours: { related: [], products: undefined, threadHref: undefined } };
const open = (tab: OrderView["tab"]) => toOrderDetail(read(whole), whole, panel, { ...orderView.every, tab });

test("the panel is called by the source id, and its tabs say how many they hold [orders#detail]", () => {
  const detail = open("items");
  const head = { title: "Order Details - 1001", owner: "Jane", status: { label: "Complete" } };
  expect(detail).toMatchObject(head);
  expect(detail.actions.map(({ label }) => label)).toEqual(["cancel this order"]);
  expect(detail.tabs.map(({ label, count = "" }) => `${label} ${count}`.trim()).join(", ")).toBe(
    "Customer, History, Items 200, Shipments 2, Raw Data, Time line",
  );
  expect(detail).toMatchObject({ items: { total: "400 units" } });
  const raw = open("raw");
  expect(raw.tab === "raw" && JSON.parse(raw.rawText)).toEqual(whole);
});

test("the panel of an order that needs a look says how much, what is wrong and what is next, in words [screens#panel-answers]", () => {
  const failing = read({
    ...whole,
    status: "UNPROCESSABLE_HARD",
    availableActions: ["cancel", "retry"].map((value) => ({ value, text: value })),
    history: [
      { action: "OrderSubmissionFailed", message: "The level code is not known.", createdAt: 2 },
      { action: "OrderSubmissionFailed", message: "Timed out", createdAt: 1 },
    ],
  });
  const { lead, wrong, actions } = toOrderDetail(failing, {}, panel, orderView.every);
  expect(lead[0]).toMatch(/^\$[\d.,]+ by /);
  expect(wrong).toEqual({ words: "Hard Failure: The level code is not known.", advice: "Next: retry." });
  expect(
    actions.map(({ label }) => label),
    "an irreversible action is never the first",
  ).toEqual(["retry", "cancel"]);
  expect(open("items").wrong).toBeUndefined();
});

test("each shipment shows its content and has a tracking link, or says that it has none [orders#shipments, orders#track]", () => {
  const refused = "No address was sent at which it can be tracked.";
  const detail = open("shipments");
  const href = "https://t.example/1";
  const sent = { carrier: "Post", conNote: "C1", trackHref: href, despatched: "2026-11-21T00:00:00.000Z" };
  const contents = [{ product: "P", colour: "BLK", size: "8", quantity: "2" }];
  const shipments = detail.tab === "shipments" && detail.shipments;
  expect(shipments).toMatchObject([{ ...sent, contents }, { refused }]);
  expect(detail.tracks).toMatchObject([
    { label: "Track shipment 1", href },
    { label: "Track shipment 2", refused },
  ]);
  const many = read({ id: 1, order: { shipments: Array.from({ length: 5 }, () => ({})) } });
  expect(toOrderDetail(many, {}, panel, orderView.every).tracks).toHaveLength(3);
});

test("an order is followed closely while the service is at work on it [orders#live]", () => {
  const moves = (status: string) => movesByItself(toOrder(read({ id: 1, status })).status);
  const statuses = ["PROCESSING", "SUBMITTED_TO_AP21", "COMPLETE", "UNPROCESSABLE_SOFT"];
  expect(statuses.filter(moves)).toEqual(["PROCESSING", "SUBMITTED_TO_AP21"]);
});
