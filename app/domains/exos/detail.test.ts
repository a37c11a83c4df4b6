import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readableRows } from "#app/core/lists/listed.ts";
import { exo } from "#contract/exos.ts";
import { exoColumns, toExoList } from "./columns.ts";
import { type Credit, creditSums } from "./credit.ts";
import { type DetailContext, toExoDetail, toExoUnavailable } from "./detail.ts";
import { shownDuration } from "./jobs.ts";
import { initialsOf } from "./model.ts";
import { exoSearch, exoView } from "./paths.ts";
import { exoStoreChoices } from "./screens.server.ts";

const context = (search = "", username = "riley"): DetailContext => ({
  alias: undefined,
  filter: exoSearch.read("?status=hold"),
  view: exoView.read(`?${search}`),
  username,
  related: [],
});

const boot = {
  ...{ Title: "Boot", LevelCode: "B_8", Quantity: -2, Cost: 10, Total: "-20", Tags: ["a", null, 7] },
  ...{ ReturnReasonCode: "SIZE_TOO_BIG", ReturnReasonNotes: "Heel slips" },
};
const shoe = { Title: "Shoe", Quantity: 1, Cost: "odd", Photos: [{ SourceId: "p1" }, {}] };
const whole = {
  ...{ id: 7, name: "EXO-7", source_store: "Reebok", source_type: "shopify", original_order_id: 1001 },
  status: { code: "hold", stream: "return/automatic", step: "await-ap21-return-received" },
  ...{ ra_number: "", email_address: "kim@x.example", created_at: "2026-11-20T01:00:00Z" },
  actions: [{ key: "resume", name: "Resume" }, { key: "" }, { no: "key" }],
  exchange: {
    Customer: { FirstName: "Kim", LastName: "Lee", Ap21CustomerCode: "C1", Ap21CustomerIdx: 5 },
    Items: [boot, shoe],
  },
};

const detail = (document: object = whole, search = "") =>
  toExoDetail(exo.parse(document), document, context(search));

const summary = (document: object = whole) => {
  const shown = detail(document);
  if (shown.tab !== "summary") throw new Error("expected the summary");
  return shown.summary;
};

test("the panel starts with the facts for a decision, then ids and tabs, each a URL with the list's filter [returns#head, returns#detail, returns#fields]", () => {
  expect(detail()).toMatchObject({
    ...{ id: "7", name: "EXO-7", store: "Reebok", orderId: "1001" },
    lead: ["Kim Lee", "$20.00 back", "Size too Big"],
    displayState: { label: "On Hold", stream: "Return, automatic", step: "Await AP21 return order received" },
    ...{ closeTo: "/returns/?status=hold", here: "/returns/7?status=hold" },
    actions: [{ label: "Resume", href: "/returns/7/panel/actions/resume?status=hold" }],
  });
  expect(detail().tabs.map(({ label, href }) => `${label} ${href}`)).toEqual([
    "Summary /returns/7?status=hold",
    "References /returns/7?status=hold&tab=references",
    "History /returns/7?status=hold&tab=history",
    "Document /returns/7?status=hold&tab=document",
    "Time line /returns/7?status=hold&tab=timeline",
  ]);
  const nobodys = toExoDetail(exo.parse(whole), whole, context("", ""));
  expect(nobodys.actions, "nobody without a username").toEqual([]);
});

test("of a failed one the panel says what is wrong, in words, and what to do, before any tab [returns#head]", () => {
  expect(detail().wrong).toBeUndefined();
  const failed = {
    ...whole,
    status: { code: "failed", stream: "return/automatic", step: "create-return-shipment" },
    histories: [
      {
        action: "return-shipment:submit:failure",
        message: "No such street",
        created_at: "2026-11-20T02:00:00Z",
        meta: {},
      },
    ],
  };
  const { wrong } = detail(failed);
  expect(wrong?.words).toMatch(/\w+ \w+/);
  expect(wrong?.words, "no code").not.toMatch(/:failure/);
  expect(wrong?.advice).not.toBe("");
});

test("returned items are separated from outgoing ones, with signs, prices and reasons [returns#items, returns#summary]", () => {
  const [back, out] = summary().lists ?? [];
  expect(back).toMatchObject({ heading: "Return items", total: "2 units, -$20.00" });
  expect(back?.items[0]).toMatchObject({
    ...{ title: "Boot", levelCode: "B_8", quantity: "-2", unitPrice: "$10.00", linePrice: "-$20.00" },
    ...{ reason: "Size too Big", notes: "Heel slips", tags: ["a", "7"] },
  });
  expect(out?.items[0]).toMatchObject({
    quantity: "+1",
    unitPrice: { text: "odd", note: "Not a number" },
    photos: [{ src: "/returns/7/blobs/p1" }, { alt: "Photo 2 of Shoe" }],
  });
  expect(summary({ id: 1 }).lists, "no exchange").toBeUndefined();
  for (const odd of [{ exchange: null, histories: "x" }, { exchange: { Items: [null, 7] } }])
    summary({ id: 1, ...odd });
});

test("the reasons are those of the product's rules, an unknown one is its code [returns#reasons]", () => {
  const rules = readFileSync(new URL("../../../docs/product/returns.md", import.meta.url), "utf8");
  const found = rules.matchAll(/`([A-Z_]{5,})`: ([A-Z][A-Za-z ]+?)[;.]/g);
  const documented = [...found].map(([, code, words]) => [code, words]);
  expect(documented).toHaveLength(7);
  for (const [ReturnReasonCode, words] of [...documented, ["TOO_LOUD", "TOO_LOUD"]]) {
    const [list] = summary({ id: 1, exchange: { Items: [{ Quantity: -1, ReturnReasonCode }] } }).lists ?? [];
    expect(list?.items[0]?.reason).toBe(words);
  }
});

test("a line without a price is in no sum, and the sum says so; a price that can be reckoned is [returns#credit-sums]", () => {
  const items = [
    { Title: "Told", Quantity: -1, Cost: 20, Total: -19 },
    { Title: "Reckoned", Quantity: -3, Cost: 10 },
    { Title: "Unknown", Quantity: -1 },
  ];
  const [back] = summary({ id: 1, exchange: { Items: items } }).lists ?? [];
  const unpriced = "without 1 line whose price is not known";
  expect(back).toMatchObject({ total: "5 units, -$49.00", unpriced });
  expect(back?.items.map(({ linePrice, reckoned }) => [linePrice, reckoned])).toEqual([
    ["-$19.00", "Unit price × quantity is -$20.00"],
    ["-$30.00", "Unit price × quantity: no line price was sent"],
    [undefined, undefined],
  ]);
  const [unknown] = summary({ id: 1, exchange: { Items: items.slice(2) } }).lists ?? [];
  expect(unknown).toMatchObject({ total: "1 unit, price not known", unpriced: "" });
});

test("a credit is owed until it is marked as given, and never $0.00 where it is unknown [returns#credit-sums]", () => {
  const credit: Credit = { id: "e", name: "EXO-1", store: "Clarks", orderId: "1001", customer: "Kim" };
  const given = { because: "AP21 credit 4711", by: "Riley Clerk", at: "2026-11-20T00:00:00Z" };
  const values = (one: Credit) => creditSums(one).map(({ label, value }) => `${label} ${value}`);
  const known = { ...credit, cents: 5995 };
  expect(values(known)).toEqual(["To credit $59.95", "Given Nothing", "Owed $59.95"]);
  expect(values({ ...known, given })).toEqual(["To credit $59.95", "Given $59.95", "Owed Nothing"]);
  expect(values(credit)).toEqual(["To credit Not known", "Given Nothing", "Owed Not known"]);
});

test("the customer's image is the initials of the name, else of the email address [returns#customer-image]", () => {
  const cases: [string, string, string][] = [
    ["Kim Lee", "", "KL"],
    ["", "kim.lee.906@x.example", "KL"],
    ["", "kim@x.example", "K"],
    ["", "", ""],
    ["Élodie O'Brien-Smith", "", "ÉS"],
  ];
  expect(cases.map(([name, email]) => [name, email, initialsOf(name, email)])).toEqual(cases);
  expect(summary().customer).toMatchObject({ name: "Kim Lee", initials: "KL", code: "C1", idx: "5" });
});

test("a duration is in the unit that people would say", () => {
  const durations = [40, 1234, 61_000, 600_000, 7_200_000, 432_000_000].map(shownDuration);
  expect(durations).toEqual(["0.1 s", "1.2 s", "61 s", "10 min", "2 h", "5 days"]);
});

test("the document is the item as sent, as a tree or as text; a very long one is cut, and says so [returns#detail, screens#document, screens#raw-data]", () => {
  const shown = (document: object, search = "tab=document") => {
    const found = detail(document, search);
    if (found.tab !== "document") throw new Error("expected the document");
    return found;
  };
  expect(JSON.parse(shown(whole).document.text)).toEqual(whole);
  expect(shown(whole).treeHref).toBe("/returns/7?status=hold&tab=document&as=text");
  expect(shown(whole, "tab=document&as=text").document).toMatchObject({ asTree: false, isCut: false });
  const histories = Array.from({ length: 5000 }, (_, index) => ({ action: "note", message: `${index}` }));
  const { document } = shown({ id: 1, histories });
  expect(document.isCut).toBe(true);
  expect(document.text.length).toBeLessThan(20_000);
  expect(document.text).toContain("and 4900 more");
});

test("an EXO that is not there says so; another failure is shown", () => {
  const error = { statusLine: "Not Found", code: 404, message: "x", correlationId: "c", advice: "" };
  expect(toExoUnavailable("9", { error }, context()).explanation).toContain("9 was not found");
  expect(toExoUnavailable("9", { error: { ...error, code: 500 } }, context()).error?.code).toBe(500);
});

const listOf = (...raws: unknown[]) => {
  const rows = raws.map((raw) => ({ readable: true as const, row: exo.parse(raw), raw }));
  return toExoList({ rows, page: 1, pages: 1 }, "riley");
};

test("the list has the name or the id, and the RA# or N/A; a row that could not be read keeps its place [returns#columns, returns#name]", () => {
  expect(
    exoColumns
      .views()
      .map(({ header }) => header)
      .join(", "),
  ).toBe("Status icon, EXO Name, Status, Source, Order ID, Email Address, Updated/Created At, Actions");
  const [first, second] = readableRows(listOf(whole, { id: "x", ra_number: "RA1" }).rows);
  expect([first?.name, second?.name]).toEqual(["EXO-7", "x"]);
  expect(first?.cells).toMatchObject({
    ...{ order: { orderId: "1001", raNumber: "N/A" }, source: { store: "Reebok", storeType: "shopify" } },
    ...{ email: "kim@x.example", at: { createdAt: "2026-11-20T01:00:00.000Z" } },
  });
  expect(second?.cells).toMatchObject({ order: { raNumber: "RA1" }, status: { label: "No status" } });
  const unreadable = { readable: false as const, id: "b", problem: "id: odd", raw: {} };
  const place = { unreadable: { key: "unreadable-0", id: "b", problem: "id: odd" } };
  expect(toExoList({ rows: [unreadable], page: 1, pages: 1 }, "r").rows).toEqual([place]);
  const moving = listOf(whole, { id: 1, status: { code: "active" } });
  expect([listOf(whole).moves, moving.moves]).toEqual([false, true]);
});

test("the Store filter offers the stores that have returns, with their type's name [returns#store-filter]", () => {
  const types = ["bigcommerce", "iconic", "shopify", "tiktokshop"];
  const stores = types.map((type) => ({ storeName: type.toUpperCase(), storeAlias: type, storeType: type }));
  expect(exoStoreChoices(stores)).toEqual([
    { value: "bigcommerce", label: "BIGCOMMERCE (Big Commerce)" },
    { value: "shopify", label: "SHOPIFY (Shopify)" },
  ]);
});
