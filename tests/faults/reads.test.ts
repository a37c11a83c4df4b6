import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { ediOrderId, exoId, interchangeIds } from "#tests/support/seeded.ts";
import { type Stack, sharedStack, startStack } from "#tests/support/stack.ts";
import { frozenApi } from "#tests/support/upstream/frozen.ts";
import { json, readFaults } from "#tests/support/upstream/proxy.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const products = "/store/SDY/products";
const productCall = "/api/getmetaproducts";
const documents = "/api/bc-myer/v1/documents";

let stack: Stack;
let clerk: Visitor;

beforeAll(async () => {
  stack = await sharedStack();
  clerk = await stack.signedIn("clerk");
  await clerk.get(products);
  stack.upstream.reset();
});
afterEach(() => stack.upstream.reset());

const lists = {
  [`${products}?code=SDY`]: productCall,
  "/returns/?order=SDY&status=hold": "/api/bc-order/v1/exos",
  "/edi/myer/interchanges?reference=SDY": `${documents}/interchanges`,
  "/edi/myer/orders?order=SDY": `${documents}/orders`,
  "/store/MYR/interchanges?q=SDY": "/api/getEdiInterchanges",
  "/store/MYR/ediorders?q=SDY": "/api/getEdiOrders",
};

const [exo, [interchange], order] = [exoId(136), interchangeIds, ediOrderId];
const details: Record<string, [string, string]> = {
  [`/returns/${exo}?status=hold`]: [`/api/bc-order/v1/exos/${exo}`, "Exchange Detail"],
  [`/edi/myer/interchanges/${interchange}`]: [
    `${documents}/interchanges/${interchange}`,
    "Interchange Detail",
  ],
  [`/edi/myer/orders/${order}`]: [`${documents}/orders/${order}`, "Order Detail"],
  [`/edi/myer/interchanges/${interchange}/segments`]: [
    `${documents}/interchanges/${interchange}`,
    "Segments",
  ],
  [`/edi/myer/orders/${order}/thread`]: [`${documents}/orders/${order}`, "Order thread"],
};

describe.each(Object.entries(readFaults))("where the upstream %s", (_name, fault) => {
  test.each(Object.entries(lists))("%s keeps its frame and filters [errors#kept]", async (path, call) => {
    stack.upstream.fail(call, fault);
    const { status, text } = await clerk.get(path);
    const words = wordsOf(text);
    expect(status).toBe(502);
    expect(words).toMatch(/An error occurred:.*Try again/);
    expect(text).toMatch(/value="SDY"/);
    expect(text).not.toContain('data-row=""');
    const correlation = String(
      stack.upstream.calls.find((one) => one.path === call)?.headers["x-correlation-id"],
    );
    expect(words).toContain(correlation);
    expect(words).not.toMatch(/undefined|\[object Object\]|ZodError|at \w+ \(.*:\d+:\d+\)/);
    await expect.poll(stack.portal.output, { message: "the log names it" }).toContain(correlation);
  });

  test.each(Object.entries(details))("%s says so in its panel", async (path, [call, title]) => {
    stack.upstream.fail(call, fault);
    // Results are cached per session for a minute.
    const visitor = path.endsWith("segments") ? await stack.signedIn("clerk") : clerk;
    const words = wordsOf((await visitor.get(path)).text);
    expect(words).toContain(title);
    expect(words).toContain("An error occurred:");
  });
});

test("a stack is shown only when the upstream sent one, closed", async () => {
  stack.upstream.fail(productCall, json(500, { error: "Broken", stack: "at warehouse.shelf (7)" }));
  const reply = await clerk.get(products);
  expect(reply.text).toMatch(/<details(?![^>]*\bopen\b)[^>]*>[\s\S]*at warehouse\.shelf \(7\)/);
});

test("a text that cannot be downloaded is reported at the segments, once", async () => {
  const fail = () =>
    stack.upstream.fail(
      `${documents}/interchanges/${interchange}/text`,
      json(500, { error: "The store is closed" }),
      1,
    );
  fail();
  const reply = await clerk.get(`/edi/myer/interchanges/${interchange}/text`, {
    "sec-fetch-dest": "document",
  });
  expect(reply.location).toBe(`${stack.portal.url}/edi/myer/interchanges/${interchange}/segments`);
  const page = await clerk.follow(reply);
  expect(wordsOf(page.text)).toMatch(/The store is closed.*BGM/s);
  expect(wordsOf((await clerk.get(page.url)).text)).not.toContain("The store is closed");
  fail();
  const scripted = await clerk.get(`/edi/myer/interchanges/${interchange}/text`, {
    "sec-fetch-dest": "empty",
  });
  expect(scripted.status).toBe(500);
});

describe("a portal whose stores", () => {
  test.each(["/store/", "/store/SDY", products])(
    "cannot be read says so at %s, with a way on",
    async (path) => {
      const visitor = await stack.signedIn("admin", {
        stores: json(500, { error: "No stores today" }),
      });
      const words = wordsOf((await visitor.get(path)).text);
      expect(words).toContain("No stores today");
      expect(words).toMatch(/Try again|Log Out/);
      expect(words).not.toContain("Unexpected Server Error");
    },
  );

  test("include one that is broken shows the others", async () => {
    const visitor = await stack.signedIn("clerk", {
      stores: json(200, [
        { storeAlias: "BAD" },
        { storeName: "Good", storeAlias: "GOO", storeType: "shopify" },
      ]),
    });
    const words = wordsOf((await visitor.get("/store/")).text);
    expect(words).toContain("Good");
    expect(words).toContain("BAD");
  });
});

test("records that cannot be read are counted where no list shows them: Find, the Overview, credits owed", async () => {
  // What is owed is read once for all: of this portal nobody has asked it before.
  const own = await startStack({}, frozenApi);
  const reader = await own.signedIn("clerk");
  const unreadable = () => [{ unreadable: 1 }, { unreadable: 2 }];
  own.upstream.change("/api/getorders", unreadable);
  own.upstream.change("/api/bc-order/v1/exos", (body) => ({ ...body, summaries: unreadable() }));
  const words = async (path: string) => wordsOf((await reader.get(path)).text);
  try {
    expect(await words("/find?q=100200300")).toContain("Orders: 2 could not be read.");
    const overview = await words("/store/SDY");
    expect(overview).toContain("2 orders could not be read.");
    expect(overview).not.toContain("This store has no orders.");
    expect(await words("/returns/credits")).toContain("0 or more credits owed");
  } finally {
    await own.stop();
  }
});
