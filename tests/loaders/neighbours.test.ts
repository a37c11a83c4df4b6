import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { linksOf, wordsOf } from "#tests/support/html.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import type { Visitor } from "#tests/support/visitor.ts";

type Json = Record<string, unknown>;

const stores = [
  { storeName: "Superdry", storeAlias: "SDY", storeType: "shopify" },
  { storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" },
];
const kim = "kim@example.test";
const order = (id: string, over: Json, record: Json = {}): Json => ({
  id,
  status: "COMPLETE",
  ...record,
  order: {
    sourceStore: "Superdry",
    sourceType: "shopify",
    createdAt: "2026-11-18T22:00:00Z",
    amountPaid: 59.95,
    customer: { email: kim },
    lineItems: [
      { levelCode: "STY1_BLK_7", quantity: 1 },
      { levelCode: "STY9_RED_8", quantity: 1 },
    ],
    ...over,
  },
});
const exo = (id: string, over: Json): Json => ({
  id,
  name: `EXO-${id}`,
  status: { code: "active", stream: "return/automatic", step: "finish" },
  source_store: "Superdry",
  original_order_id: "1001",
  email_address: kim,
  exchange: { Items: [{ Title: "Boot", Quantity: -1, Cost: 59.95, Total: -59.95 }] },
  ...over,
});

let orders: Json[];
const exos = [
  exo("one", {}),
  exo("two", {}),
  exo("elsewhere", { source_store: "Clarks" }),
  exo("nowhere", { source_store: null }),
  exo("longer", { original_order_id: "10011" }),
  exo("lone", { original_order_id: "77" }),
];
const product = {
  id: "p-1",
  groupId: "STY1",
  attributes: { name: "Chelsea Boot", image_url_1: "" },
  status: { image_url: "https://pictures.example/boot.png" },
  variants: [
    { productSku: "STY1_BLK_7", attributes: { rrp_price: 80, sale_price: 59.95 } },
    { productSku: "STY1_BLK_70", attributes: { rrp_price: 1 } },
  ],
};
const holding = (rows: Json[], part: string | null) =>
  rows.filter((row) => JSON.stringify(row).includes(part ?? ""));

let stack: Stack;
let clerk: Visitor;
beforeAll(async () => {
  stack = await startStack({}, ({ url }) => {
    const { pathname, searchParams } = url;
    const path = pathname.replace(/\/$/, "");
    if (path === "/api/getstores") return json(200, stores);
    if (path === "/api/getorders")
      return json(
        200,
        holding(orders, searchParams.get("orderQuery")).filter(
          (row) => !searchParams.get("storegroup") || JSON.stringify(row).includes("Superdry"),
        ),
      );
    if (path === "/api/getmetaproducts")
      return json(200, holding([product], searchParams.get("productQuery")));
    if (path === "/api/bc-order/v1/exos") {
      const { orderId = "" }: Json = JSON.parse(searchParams.get("filters") ?? "{}");
      return json(200, { summaries: holding(exos, String(orderId)), currentPage: 1, totalPages: 1 });
    }
    const found = exos.find(({ id }) => path === `/api/bc-order/v1/exos/${id}`);
    return found ? json(200, { item: found }) : json(404, { error: "Not here" });
  });
  clerk = await stack.signedIn("clerk");
});
beforeEach(() => {
  orders = [
    order("o-1", { sourceId: "1001", externalSourceID: "77" }),
    order("o-2", { sourceId: "1002" }),
    order("o-3", { sourceId: "1003", customer: { email: `not-${kim}` } }),
    order("o-4", { sourceId: "1004", sourceStore: "Clarks" }),
    order("o-5", { sourceId: "1001", sourceStore: "Clarks", customer: null }),
  ];
});
afterEach(() => stack.upstream.reset());
afterAll(() => stack.stop());

/** A panel's related records, and their links. */
async function belongings(path: string, visitor = clerk) {
  const { text, status } = await visitor.get(path);
  const [, section = ""] =
    /<section aria-label="What belongs to[^"]*"[^>]*>([\s\S]*?)<\/section>/.exec(text) ?? [];
  const links = linksOf(section).map(([href, words]) => `${words} ${href}`);
  return { status, links, words: wordsOf(section), page: wordsOf(text), text };
}

test("an order knows its own returns with state and amount, and the customer's other orders [orders#related]", async () => {
  const { links, words } = await belongings("/orders/o-1");
  expect(links).toEqual([
    "EXO-one /returns/one",
    "EXO-two /returns/two",
    "EXO-lone /returns/lone",
    "1002 /orders/o-2",
    "1004 /orders/o-4",
  ]);
  expect(words).toMatch(/EXO-one Processing \(Auto\) \$59\.95/);
  expect(words).toMatch(/1002 Complete \$59\.95 · Superdry/);
});

test("on the pages of a store they lead to that store's pages, and to others where they are another's", async () => {
  const { links } = await belongings("/store/SDY/orders/o-1");
  expect(links).toEqual([
    "EXO-one /store/SDY/returns/one",
    "EXO-two /store/SDY/returns/two",
    "EXO-lone /store/SDY/returns/lone",
    "1002 /store/SDY/orders/o-2",
    "1004 /orders/o-4",
  ]);
});

test("a number that another order goes by first brings none of that order's returns [orders#related]", async () => {
  orders.push(order("o-6", { sourceId: "77" }));
  const another = await stack.signedIn("clerk");
  const links = async (path: string) => (await belongings(path, another)).links.join("\n");
  expect(await links("/orders/o-1")).not.toContain("EXO-lone");
  expect(await links("/orders/o-6")).toContain("EXO-lone");
});

test("a return knows its order, the other returns of it, and the customer's other orders [returns#related]", async () => {
  const { links } = await belongings("/returns/one");
  expect(links).toEqual(["1001 /orders/o-1", "EXO-two /returns/two", "1002 /orders/o-2", "1004 /orders/o-4"]);
  orders = orders.slice(1);
  const without = await belongings("/returns/two", await stack.signedIn("clerk"));
  expect(without.words).toContain("Not found by exactly this number");
  expect(without.links[0]).toBe("Find the order /orders/?q=1001");
});

test("the lines of an order have their product's name, picture, price and link [orders#items]", async () => {
  const { page, text } = await belongings("/orders/o-1?tab=items");
  expect(page).toMatch(/Chelsea Boot STY1_BLK_7 \$59\.95 1/);
  expect(text).toContain('src="https://pictures.example/boot.png"');
  expect(linksOf(text)).toContainEqual(["/store/SDY/products/p-1?group=STY1", "Chelsea Boot"]);
  expect(page).toMatch(/No such product STY9_RED_8/);
});

test("people who may not open a store's products get none of them [orders#items]", async () => {
  const { page } = await belongings("/orders/o-1?tab=items", await stack.signedIn("store"));
  expect(page).toContain("STY1_BLK_7");
  expect(page).not.toMatch(/Chelsea|59\.95 1/);
  expect(stack.upstream.calls.filter(({ path }) => path === "/api/getmetaproducts")).toEqual([]);
});

test("a return's time line holds the parcels of its order, for those who may see orders [returns#time-line]", async () => {
  const shipments = [
    {
      carrierName: "Post",
      conNote: "CN77",
      carrierUrl: "https://post.example/CN77",
      despatchDate: "2026-11-19T00:00:00Z",
    },
  ];
  orders[0] = order("o-1", { sourceId: "1001", shipments });
  const visitor = await stack.signedIn("clerk");
  const { page, text } = await belongings("/returns/one?tab=timeline", visitor);
  expect(page).toMatch(/Order 1001 was sent to the customer.*Post Con Note CN77/);
  expect(linksOf(text).map(([href]) => href)).toContain("https://post.example/CN77");
  const { page: own1 } = await belongings("/orders/o-1?tab=timeline", visitor);
  expect(own1).toMatch(/Shipment 1 was sent/);
});

test("an unreadable or late part is reported, and the record is shown [screens#related]", async () => {
  stack.upstream.fail("/api/getorders", { kind: "silence" });
  const parcels = await belongings("/returns/one?tab=timeline", await stack.signedIn("clerk"));
  expect(parcels.page).toContain("The parcels of its order can't be read just now.");
  stack.upstream.reset();
  stack.upstream.fail("/api/bc-order/v1/exos", { kind: "silence" });
  stack.upstream.fail("/api/getmetaproducts", { status: 500, body: "{}" });
  const { status, page: first, links } = await belongings("/orders/o-1", await stack.signedIn("clerk"));
  expect(status).toBe(200);
  expect(first).toMatch(/Returns They can't be read just now\./);
  const { page } = await belongings("/orders/o-1?tab=items", await stack.signedIn("clerk"));
  expect(page).toContain("The products of these lines can't be read just now.");
  expect(page).toContain("STY9_RED_8");
  expect(links).toContain("1002 /orders/o-2");
});

test("orders are followed, in their list and in their panel [orders#live]", async () => {
  const news = async (path: string) => (await clerk.get(path)).text;
  const since = (text: string) => /"version","([\w-]{16})"/.exec(text)?.[1] ?? "";
  for (const [place, route] of [
    ["/orders/live", "orders/ordersLive"],
    ["/orders/o-1/live", "panel:orders/ordersLive"],
  ]) {
    const path = `${place}.data?_routes=${encodeURIComponent(route ?? "")}&since=`;
    const first = await news(path);
    expect(first).toContain('"new"');
    expect(await news(path + since(first))).toContain('"same"');
    orders[0] = order("o-1", { sourceId: "1001", amountPaid: path.length });
    expect(await news(path + since(first))).toContain(`$${path.length}.00`);
  }
});
