import { describe, expect, test } from "vitest";
import { readableRows } from "#app/lists/listed.ts";
import { orderRecord } from "#contract/orders.ts";
import { toOrderDetail } from "./detail.ts";
import { type ListContext, storeFinder, toOrderPage } from "./list.ts";
import { toHistory, toOrder } from "./model.ts";
import { type OrderView, orderView } from "./search.ts";

const read = (record: unknown) => orderRecord.parse(record);

const context: ListContext = {
  scope: undefined,
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

const whole = {
  id: "rec-1",
  status: "COMPLETE",
  _ts: 1_700_000_000,
  availableActions: [{ value: "cancel", text: "cancel this order" }],
  order: {
    sourceId: "1001",
    externalSourceID: 4471,
    sourceStore: "sns",
    sourceType: "shopify",
    createdAt: "2026-11-20T01:00:00Z",
    amountPaid: "1,299.5",
    lineItems: Array.from({ length: 200 }, (_, index) => ({ levelCode: `L${index}`, quantity: "2" })),
    paymentDetails: [{ accountType: "PayPal" }, { accountType: "PayPal" }, { accountType: "Gift Card" }],
    addresses: [
      { locationType: "billing", name: "Other" },
      {
        locationType: "Delivery",
        name: "Jane",
        street1: "1 High St",
        suburb: "Kew",
        state: "VIC",
        postcode: 3101,
      },
    ],
    shipments: [{ conNote: "C1" }, {}],
    customer: { ap21CustomerCode: "P1", ap21CustomerIdx: 9, email: "jane@example.com" },
  },
};

describe("a row", () => {
  test("shows ids, amount, payments, the first lines and how many more", () => {
    expect(rowOf(whole)).toMatchObject({
      number: "1001",
      store: "Shoes and Sox",
      details: {
        ids: "External ID 4471\nRecord ID rec-1",
        amount: "$1,299.50",
        payments: "PayPal, Gift Card",
        lines: "L0 × 2\nL1 × 2\nL2 × 2\nand 197 more lines, 400 units in all",
      },
      address: {
        delivery: { name: "Jane", streets: "1 High St", town: "Kew VIC 3101", country: "" },
        customer: "P1 (9)\njane@example.com",
      },
      status: { notes: { shipments: "2 shipments" } },
    });
  });

  test("a soft failure says how often it was tried, and when it will be again", () => {
    const soft = { id: 1, status: "UNPROCESSABLE_SOFT", retryCount: 3, nextRetrySchedule: 1_800_000_000 };
    expect(rowOf(soft).status?.notes).toEqual({
      retries: "Retry count: 3",
      nextRetry: "2027-01-15T08:00:00.000Z",
    });
    expect(rowOf({ id: 1, status: "UNPROCESSABLE_SOFT" }).status?.notes).toEqual({
      retries: "Retry count not known",
    });
  });

  test.each([
    [{ id: 1 }],
    [{ id: 1, order: null, history: "no list", availableActions: null }],
    [{ id: 1, order: { addresses: [], customer: null, lineItems: null, amountPaid: {}, shipments: 4 } }],
    [{ id: 1, status: 7, order: { createdAt: "soon", lineItems: [{}], addresses: [{ locationType: 3 }] } }],
  ])("has no delivery address and no customer, and is shown: %j", (record) => {
    const { number, address } = rowOf(record);
    expect([number, address?.delivery, address?.customer]).toEqual(["1", undefined, ""]);
  });

  test("offers nothing to a person without a username", () => {
    expect(rowOf(whole).actions).toHaveLength(1);
    expect(rowOf(whole, { username: "" }).actions).toEqual([]);
  });

  test("cuts what would flood the page", () => {
    const long = rowOf({ id: "x".repeat(10_000), order: { sourceStore: "s".repeat(10_000) } });
    expect(long.number.length + (long.store ?? "").length).toBeLessThan(300);
  });
});

describe("history", () => {
  const history = (items: unknown[]) => toHistory(read({ id: 1, history: items }).history ?? []);

  test("hides OrderUpdate, and is newest first", () => {
    const shown = history([
      { action: "Created", createdAt: "2026-01-01T00:00:00Z", meta: { user: "riley" } },
      { action: "OrderUpdate", createdAt: "2026-01-02T00:00:00Z" },
      { action: "Approved", createdAt: "2026-01-03T00:00:00Z", meta: '{"user":{"username":"morgan"}}' },
      { action: "Undated" },
    ]);
    expect(shown.map(({ action, notes }) => [action, ...notes])).toEqual([
      ["Approved", "User: morgan"],
      ["Created", "User: riley"],
      ["Undated"],
    ]);
  });

  test("a sent confirmation shows provider, email and status, not the user", () => {
    const meta = { provider: "SendGrid", email: "a@b.example", status: "delivered", user: "system" };
    expect(history([{ action: "OrderConfirmationEmailSent", meta }])[0]?.notes).toEqual([
      "Provider: SendGrid",
      "Email: a@b.example",
      "Status: delivered",
    ]);
  });

  test.each([["{not json"], [null], [7], [["a"]], ['"text"'], [{ user: null }]])(
    "details of another shape are none: %j",
    (meta) => {
      expect(history([{ action: "Created", meta }])[0]?.notes).toEqual([]);
    },
  );
});

describe("the panel", () => {
  const panel = { ...context, neighbours: { related: [], products: undefined, threadHref: undefined } };
  const open = (tab: OrderView["tab"]) => ({ ...orderView.every, tab });

  test("is called by the source id, and holds every line", () => {
    const detail = toOrderDetail(read(whole), whole, panel, open("items"));
    expect(detail.title).toBe("Order Details - 1001");
    expect(detail.tabs.map(({ label }) => label)).toEqual([
      "Customer",
      "History",
      "Items",
      "Shipments",
      "Raw Data",
      "Time line",
    ]);
    expect(detail).toMatchObject({ items: { total: "400 units" } });
    expect(detail.tab === "items" && detail.items.lines).toHaveLength(200);
  });

  test("a track link leads to http and https only", () => {
    const record = {
      id: 1,
      order: { shipments: [{ carrierUrl: "javascript:alert(1)" }, { carrierUrl: "https://t.example/1" }] },
    };
    const detail = toOrderDetail(read(record), record, panel, open("shipments"));
    expect(detail.tab === "shipments" && detail.shipments.map(({ trackHref }) => trackHref)).toEqual([
      undefined,
      "https://t.example/1",
    ]);
    expect(detail.tracks).toMatchObject([
      { label: "Track shipment 1", refused: "No address was sent at which it can be tracked." },
      { label: "Track shipment 2", href: "https://t.example/1" },
    ]);
  });

  test("Raw Data is what the server sent", () => {
    const record = { id: 5, unknown: ["x"] };
    const detail = toOrderDetail(read(record), record, panel, open("raw"));
    expect(detail.tab === "raw" && JSON.parse(detail.rawText)).toEqual(record);
  });
});

test("amounts that are no numbers are kept as they came", () => {
  expect(toOrder(read({ id: 1, order: { amountPaid: "free" } })).amount).toEqual({ text: "free" });
});
