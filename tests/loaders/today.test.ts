import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { maxDelayedWork } from "#contract/actions.ts";
import { wordsOf } from "#tests/support/html.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { type Api, json } from "#tests/support/upstream/proxy.ts";
import { formIn, type Visitor } from "#tests/support/visitor.ts";

const stores = [
  { storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" },
  { storeName: "Superdry", storeAlias: "SDY", storeType: "shopify" },
];

type Exo = { id: string; status: { code: string; stream: string; step: string }; updated_at: string };
type Order = { id: string; status: string; _ts: number; order: { amountPaid: string } };
type Product = { id: string; storeGroup: string; validationStatus: string[] };

const exos = (many: number, code: string, step: string): Exo[] =>
  Array.from({ length: many }, (_, index) => ({
    id: `${code}-${step}-${index}`,
    status: { code, stream: "return/automatic", step },
    updated_at: new Date(Date.UTC(2026, 10, 20, 0, index)).toISOString(),
  }));
const orders = (many: number, status: string): Order[] =>
  Array.from({ length: many }, (_, index) => ({
    id: `${status}-${index}`,
    status,
    _ts: 1_760_000_000 + index,
    order: { amountPaid: "12.50" },
  }));
const refused = (many: number, storeGroup: string, message: string): Product[] =>
  Array.from({ length: many }, (_, index) => ({
    id: `${storeGroup}-${message}-${index}`,
    storeGroup,
    validationStatus: [message],
  }));

/** The upstream's records, newest first, and its failing calls. */
const world = {
  exos: [] as Exo[],
  orders: [] as Order[],
  products: [] as Product[],
  extensions: undefined as Record<string, unknown[]> | undefined,
  broken: new Set<string>(),
  requests: [] as string[],
};
const empty = () =>
  Object.assign(world, {
    exos: [],
    orders: [],
    products: [],
    extensions: undefined,
    broken: new Set(),
    requests: [],
  });

function exoAnswer(query: URLSearchParams) {
  const { statusCodes } = JSON.parse(query.get("filters") ?? "{}");
  const matching = world.exos.filter(({ status }) => !statusCodes || statusCodes.includes(status.code));
  const page = Number(query.get("page"));
  return {
    summaries: matching.slice((page - 1) * 20, page * 20),
    currentPage: page,
    totalPages: Math.max(1, Math.ceil(matching.length / 20)),
  };
}

function orderAnswer(query: URLSearchParams) {
  const statuses = (query.get("statuses") ?? "").split(",");
  const [page, size] = [Number(query.get("page")), Number(query.get("pagesize"))];
  return world.orders.filter(({ status }) => statuses.includes(status)).slice((page - 1) * size, page * size);
}

const api: Api = ({ url: { pathname, searchParams } }) => {
  world.requests.push(pathname);
  if (world.broken.has(pathname)) return json(500, { error: "The warehouse burnt down" });
  switch (pathname.replace(/\/$/, "")) {
    case "/api/getstores":
      return json(200, stores);
    case "/api/bc-order/v1/exos":
      return json(200, exoAnswer(searchParams));
    case "/api/getorders":
      return json(200, orderAnswer(searchParams));
    case "/api/getmetaproducts": {
      const ours = world.products.filter(({ storeGroup }) => storeGroup === searchParams.get("storegroup"));
      return json(200, ours.slice(0, Number(searchParams.get("pagesize"))));
    }
    case "/api/bc-myer/v1/documents/interchanges":
    case "/api/bc-myer/v1/documents/orders":
      return json(200, { items: [], pages: 1 });
    case "/api/extensions":
      return world.extensions ? json(200, ["counts"]) : json(404, { error: "None" });
    case "/api/getordercounts":
      return json(200, world.extensions?.["order-counts"] ?? []);
    case "/api/bc-order/v1/exocounts":
      return json(200, world.extensions?.["exo-counts"] ?? []);
    case "/api/getdelayedwork":
      return json(200, world.extensions?.["delayed-work"] ?? []);
    case "/api/getmetaproductmessagecounts":
      return json(200, world.extensions?.["product-message-counts"] ?? []);
    default:
      return json(404, { error: `No such call: ${pathname}` });
  }
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({}, api);
});
afterAll(() => stack.stop());
afterEach(empty);

const todayNow = async (visitor: Visitor) => wordsOf((await visitor.get("/today")).text);

/** Today with all of its parts: its page does not wait for a slow one. */
async function today(visitor: Visitor): Promise<string> {
  const words = await todayNow(visitor);
  return words.includes("still being read") ? today(visitor) : words;
}

/** A person's counts are cached briefly: the next test may have to wait for it. */
const clerk = () => stack.signedIn("clerk");

describe("Today against an upstream that has the documented calls only", () => {
  test("counts truly: by status, by the step that failed, 'or more' where counting stops; and the bell says the sum [today#page, today#counts, today#returns, today#orders, today#money, today#bell, settings#today-refresh]", async () => {
    world.exos = [
      ...exos(45, "hold", "triage"),
      ...exos(14, "failed", "acquire-shipment-labels"),
      ...exos(1, "failed", "send-shipment-email"),
      ...exos(9, "completed", "finish"),
    ];
    world.orders = [...orders(150, "UNPROCESSABLE_HARD"), ...orders(3, "UNPROCESSABLE_PENDING")];
    world.products = [...refused(20, "Clarks", "No picture"), ...refused(2, "Superdry", "No picture")];
    const visitor = await clerk();
    const reply = await visitor.get("/today");
    expect(reply.status).toBe(200);
    const words = wordsOf(reply.text);
    for (const line of [
      "45 On Hold",
      "14 failed at Acquire shipment labels",
      "1 failed at Send shipment email",
      "60 or more Hard Failure",
      "3 Pending",
      "22 or more No picture",
    ])
      expect(words).toContain(line);
    expect(words).toContain("14 failed at Acquire shipment labels since 20 November");
    // What orders come to is said of those that were all read.
    expect(words.match(/Orders \$[\d.,]+/g)).toEqual(["Orders $37.50"]);
    expect(words).not.toContain("Completed");
    expect(words).toContain("145 or more waiting for attention");
    // At a first visit nothing is known to be new.
    expect(reply.text).not.toContain("new or yours");
    expect(reply.text).toContain("/returns/?status=failed&amp;step=acquire-shipment-labels");
    expect(reply.text).toContain("/orders/?status=UNPROCESSABLE_HARD");
    // The bell of the next page is known without a request.
    world.requests.length = 0;
    await visitor.get("/sessions");
    expect(world.requests.filter((path) => /exos|orders|products/.test(path))).toEqual([]);
    expect(wordsOf((await visitor.get("/")).text)).toContain("See all 145 or more");
  });

  test("failed returns beyond three pages make their steps 'or more'", async () => {
    world.exos = exos(230, "failed", "triage");
    const visitor = await clerk();
    await expect.poll(() => today(visitor)).toContain("60 or more failed at Triage");
  });

  test("an unreadable section says so in its place, and the others are shown", async () => {
    world.orders = orders(7, "INVALID").concat(orders(7, "UNPROCESSABLE_PENDING"));
    world.broken.add("/api/bc-order/v1/exos");
    const words = await today(await stack.signedIn("norole"));
    expect(words).toContain("The warehouse burnt down");
    expect(words).toContain("7 Pending");
    expect(words).toContain("7 or more waiting for attention");
  });

  test("the bell counts what is new since the last visit, and a silent service is said once over the last known lines [today#bell, today#since, today#parts]", async () => {
    const visitor = await stack.signedIn("norole");
    world.orders = orders(7, "UNPROCESSABLE_PENDING");
    world.exos = exos(2, "hold", "triage");
    await expect.poll(() => today(visitor)).toContain("7 Pending");
    world.orders = orders(9, "UNPROCESSABLE_PENDING");
    await expect.poll(() => today(visitor)).toContain("9 Pending");
    expect((await visitor.get("/sessions")).text).not.toContain("new or yours");
    world.broken = new Set(["/api/bc-order/v1/exos", "/api/getorders"]);
    const silent = async () => (await visitor.get("/today")).text;
    // Each section is as new as its own last reading, so both are awaited.
    await expect
      .poll(async () => wordsOf(await silent()))
      .toContain("Returns and Exchanges and Orders don't answer.");
    const text = wordsOf(await silent());
    expect(text.match(/The warehouse burnt down/g)).toHaveLength(1);
    expect(text).toMatch(/9 Pending since .{1,40} Orders\W.{0,12}As last known\./);
    world.broken = new Set();
    world.orders = orders(12, "UNPROCESSABLE_PENDING");
    await visitor.get("/today/live?since=");
    await expect.poll(async () => (await visitor.get("/today/live?since=")).text).toContain('"news":3');
  });

  test.each(["labels", "store"] as const)(
    "%s needs none of it, and is asked nothing about it [today#whose]",
    async (who) => {
      world.exos = exos(3, "hold", "triage");
      const visitor = await stack.signedIn(who);
      world.requests.length = 0;
      expect(await today(visitor)).toContain("Nothing waits for you");
      expect(world.requests.filter((path) => /exos|orders|products/.test(path))).toEqual([]);
    },
  );
});

test("a service that counts, and reports delays as far as it lists them, is called once for each kind [today#products, today#delayed, calls#counts]", async () => {
  world.extensions = {
    "order-counts": [
      { status: "UNPROCESSABLE_HARD", count: 1234, oldest_at: "2026-11-01T00:00:00Z", stamp: "a" },
    ],
    "exo-counts": [
      { status: "failed", step: "acquire-shipment-labels", count: 640, oldest_at: null, stamp: "b" },
      { status: "hold", step: "triage", count: 2, stamp: "c" },
      { status: "hold", step: "finish", count: 3, stamp: "d" },
    ],
    "product-message-counts": [{ storegroup: "Clarks", message: "No picture", count: 77, stamp: "e" }],
    "delayed-work": [
      {
        record: "product",
        id: "p1",
        name: "100_BLK",
        storegroup: "Clarks",
        action: "publish",
        since: "2026-11-20T00:00:00Z",
        attempts: 12,
        message: "The channel hung up",
      },
      {
        record: "order",
        id: "o1",
        name: "C1",
        storegroup: "Clarks",
        action: "",
        since: "2026-11-21T00:00:00Z",
      },
      { record: "unknown", id: "x" },
    ],
  };
  const counting = await startStack({}, api);
  try {
    world.requests.length = 0;
    // Signing in opens Today, whose products are then kept for two minutes.
    const visitor = await counting.signedIn("clerk");
    const words = await today(visitor);
    for (const line of [
      "1,234 Hard Failure",
      "640 failed at Acquire shipment labels",
      "5 On Hold",
      "77 No picture (Clarks)",
      "1 product waits for its channel",
      "100_BLK, publish",
      "The oldest was tried 12 times, and will be again: The channel hung up",
      "1 order waits for another company",
    ])
      expect(words).toContain(line);
    expect(words).toContain("1,958 waiting for attention");
    const calls = world.requests.filter((path) => !/bc-myer|extensions|getstores/.test(path)).sort();
    expect(calls.filter((path) => path === "/api/getmetaproductmessagecounts")).toHaveLength(1);
    expect([...new Set(calls)]).toEqual([
      "/api/bc-order/v1/exocounts",
      "/api/getdelayedwork",
      "/api/getmetaproductmessagecounts",
      "/api/getordercounts",
    ]);
    const delayed = { record: "order", name: "C1", storegroup: "Clarks", since: "2026-11-21T00:00:00Z" };
    world.extensions["delayed-work"] = Array.from({ length: maxDelayedWork }, (_, number) => ({
      ...delayed,
      id: `o${number}`,
    }));
    expect(await today(await counting.signedIn("admin"))).toContain(
      "2,000 or more orders wait for another company",
    );
  } finally {
    await counting.stop();
  }
});

test("a page does not wait for a slow service: it says what is still being read, and the poll brings it", async () => {
  world.orders = orders(4, "UNPROCESSABLE_PENDING");
  world.exos = exos(2, "hold", "triage");
  const polled = await startStack({ TODAY_REFRESH_SECONDS: "60" }, api);
  try {
    const gate = new AbortController();
    polled.upstream.fail("/api/getorders", { kind: "held", until: once(gate.signal, "abort") });
    const visitor = await polled.signedIn("clerk");
    await expect
      .poll(() => todayNow(visitor))
      .toMatch(
        /^(?=.*Orders: still being read\.).*2 or more waiting for attention, without what has not been read/,
      );
    const live = visitor.get("/today/live?since=");
    gate.abort();
    expect(JSON.parse((await live).text).view).toMatchObject({
      isFresh: true,
      waits: { count: 6, orMore: false },
    });
    polled.upstream.fail("/api/getorders", { kind: "silence" });
    await expect
      .poll(() => todayNow(visitor))
      .toMatch(/Orders: still being read\. Shown as of .* 4 Pending .*As last known/);
  } finally {
    await polled.stop();
  }
});

test("who chooses their work has its lines open, and the others folded with their sum; and is told since when nothing waits [today#clear]", async () => {
  world.orders = orders(4, "UNPROCESSABLE_PENDING");
  world.exos = exos(2, "hold", "triage");
  const visitor = await stack.signedIn("admin");
  const now = () => today(visitor);
  await expect.poll(now).toMatch(/Your work .*4 Pending/);
  expect(await now()).not.toContain("Other work");
  const choose = async (...work: string[]) => {
    const query = new URLSearchParams(
      ["choose", ...work].map((value, index) => [index ? "work" : "intent", value]),
    );
    expect((await visitor.post("/today", query)).status).toBe(302);
  };
  await choose("returns");
  expect(await now()).toMatch(/Your work .*2 On Hold .*Other work \(4\) Orders .*4 Pending/);
  await choose("returns", "orders");
  expect(await now()).not.toContain("Other work");
  await choose("rules");
  expect(await now()).toMatch(/Nothing waits for you Clear since [\d:]+ [ap]m.*Other work \(6\)/);
  const clearSince = async () =>
    JSON.parse((await visitor.get("/today/live?since=")).text).view.queues.clearSince;
  const first = await clearSince();
  await now();
  expect(await clearSince()).toBe(first);
  await choose();
  expect(await now()).toMatch(/Your work .*4 Pending/);
  expect(await clearSince()).toBeUndefined();
});

describe("'Not now'", () => {
  const putOff = async (visitor: Visitor, words: string) => {
    const { url, ...page } = await visitor.get("/today");
    const form = formIn({ ...page, url }, ({ html }) => wordsOf(html).includes(words));
    const reply = await visitor.post(new URL(form.action).pathname, form.fields);
    expect(reply.status).toBe(302);
    expect(new URL(reply.location ?? "", url).pathname).toBe("/today");
  };

  test("takes a line away for this person until one of its records changes, and can be taken back [today#not-now]", async () => {
    world.orders = [...orders(5, "UNPROCESSABLE_HARD"), ...orders(2, "UNPROCESSABLE_PENDING")];
    const visitor = await stack.signedIn("admin");
    const now = () => today(visitor);
    await expect.poll(now).toContain("7 waiting for attention");
    await putOff(visitor, "Not now Hard Failure");
    await expect.poll(now).toContain("2 waiting for attention");
    expect(await now()).toContain("1 line put off until something changes");
    await putOff(visitor, "Bring back Hard Failure");
    await expect.poll(now).toContain("7 waiting for attention");
    await putOff(visitor, "Not now Hard Failure");
    await expect.poll(now).toContain("2 waiting for attention");
    world.orders = world.orders.map((one, index) => (index === 3 ? { ...one, _ts: one._ts + 9_999 } : one));
    await expect.poll(now).toContain("7 waiting for attention");
  });

  test("is refused from elsewhere, and for unknown lines", async () => {
    const visitor = await clerk();
    const form = { intent: "snooze", line: "orders:X", revision: "s" };
    expect((await visitor.post("/today", form, { origin: "https://evil.test" })).status).toBe(403);
    expect((await visitor.post("/today", { intent: "snooze" })).status).toBe(400);
  });
});

test("the poll reports new items once, and answers 401 without a session", async () => {
  world.orders = orders(4, "UNPROCESSABLE_PENDING");
  const visitor = await stack.signedIn("nameless");
  const first = JSON.parse((await visitor.get("/today/live?since=")).text);
  expect(first.view.waits).toEqual({ count: 4, orMore: false });
  expect(JSON.parse((await visitor.get(`/today/live?since=${first.view.version}`)).text)).toEqual({});
  const nobody = await fetch(new URL("/today/live?since=", stack.portal.url));
  expect(nobody.status).toBe(401);
});
