import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, sharedOwn } from "#tests/support/own.ts";
import { jsonAnswer, readFaults } from "#tests/support/upstream/faults.ts";
import { formsIn, type Visitor } from "#tests/support/visitor.ts";

const service = "/api/bc-myer/v1";
const interchangesCall = `${service}/documents/interchanges`;

let own: Own;
let clerk: Visitor;
beforeAll(async () => {
  own = await sharedOwn();
  clerk = await own.signedIn("clerk");
});
afterEach(() => own.upstream.reset());

const lists = {
  "/edi/myer/interchanges?reference=SDY": interchangesCall,
  "/edi/myer/orders?order=SDY": `${service}/documents/orders`,
  "/store/MYR/interchanges?q=SDY": "/api/getEdiInterchanges",
  "/store/MYR/ediorders?q=SDY": "/api/getEdiOrders",
};

describe.each(Object.entries(lists))("%s, whose service", (path, call) => {
  test.each(Object.entries(readFaults))("%s keeps its frame and filters", async (_name, fault) => {
    own.upstream.fail(call, fault);
    const reply = await clerk.get(path);
    const words = wordsOf(reply.text);
    expect(reply.status).toBe(502);
    expect(words).toContain("An error occurred:");
    expect(words).toContain("Try again");
    expect(reply.text).toMatch(/value="SDY"/);
    expect(words).not.toMatch(/undefined|\[object Object\]|ZodError/);
  });
});

const documents = {
  "/edi/myer/interchanges/ic-2": [`${interchangesCall}/ic-2`, "Interchange Detail"],
  "/edi/myer/orders/eo-1": [`${service}/documents/orders/eo-1`, "Order Detail"],
  "/edi/myer/interchanges/ic-2/segments": [`${interchangesCall}/ic-2`, "Segments"],
  "/edi/myer/orders/eo-1/thread": [`${service}/documents/orders/eo-1`, "Order thread"],
} as const;

describe.each(Object.entries(documents))("%s, whose service", (path, [call, title]) => {
  test.each(Object.entries(readFaults))("%s says so", async (_name, fault) => {
    own.upstream.fail(call, fault);
    // What is kept for a minute belongs to a session.
    const visitor = path.endsWith("segments") ? await own.signedIn("clerk") : clerk;
    const words = wordsOf((await visitor.get(path)).text);
    expect(words).toContain(title);
    expect(words).toContain("An error occurred:");
  });
});

test("a list with one broken row shows the others, and pages of whatever kind", async () => {
  const rows = [{ id: "good-1" }, { id: ["odd"] }, { id: 3, references: "none", stream_statuses: 7 }];
  own.upstream.fail(interchangesCall, jsonAnswer(200, { items: rows, pages: 9 }));
  const words = wordsOf((await clerk.get("/edi/myer/interchanges")).text);
  expect(words).toMatch(/good-1.*row 2 could not be read.*3 records on this page/s);
  expect(words).toMatch(/…\s*9/);
});

test("a text that cannot be downloaded is said at the segments, once", async () => {
  const fail = () =>
    own.upstream.fail(`${interchangesCall}/ic-2`, jsonAnswer(500, { error: "The store is closed" }), 1);
  fail();
  const reply = await clerk.get("/edi/myer/interchanges/ic-2/text", { "sec-fetch-dest": "document" });
  expect(reply.location).toBe(`${own.portal.url}/edi/myer/interchanges/ic-2/segments?failed=text`);
  const page = await clerk.follow(reply);
  expect(wordsOf(page.text)).toMatch(/The store is closed.*BGM/s);
  expect(wordsOf((await clerk.get(page.url)).text)).not.toContain("The store is closed");
  fail();
  const scripted = await clerk.get("/edi/myer/interchanges/ic-2/text", { "sec-fetch-dest": "empty" });
  expect(scripted.status).toBe(500);
});

test("an action that fails is shown in the dialog, and may be confirmed again", async () => {
  const opened = await clerk.get("/edi/myer/interchanges/ic-6/actions/process");
  const form = formsIn(opened.text, opened.url).find(({ html }) => html.includes("Confirm"));
  own.upstream.fail(
    `${service}/actions/interchange/run`,
    jsonAnswer(409, { error: "It is processed already" }),
    1,
  );
  const failed = await clerk.post(form?.action ?? "", form?.fields);
  expect(failed.status).toBe(409);
  expect(wordsOf(failed.text)).toMatch(/Confirm Action.*It is processed already.*Are you sure/s);
  const retry = formsIn(failed.text, failed.url).find(({ html }) => html.includes("Confirm"));
  const sent = await clerk.follow(await clerk.post(form?.action ?? "", retry?.fields));
  expect(wordsOf(sent.text)).toContain("Submitted: Process");
});

test("a document that cannot be read when its dialog opens refuses, and keeps the list", async () => {
  own.upstream.fail(`${interchangesCall}/ic-2`, jsonAnswer(500, { error: "Broken" }));
  const words = wordsOf((await clerk.get("/edi/myer/interchanges/ic-2/actions/process")).text);
  expect(words).toMatch(/Confirm Action.*Broken.*Nothing can be submitted/s);
  expect(words).toContain("20 records on this page");
});

test("a 401 while confirming leads through sign-in, back to the question", async () => {
  const path = "/edi/myer/orders/eo-1/actions/process";
  const opened = await clerk.get(path);
  const form = formsIn(opened.text, opened.url).find(({ html }) => html.includes("Confirm"));
  own.upstream.fail(`${service}/actions/order/run`, jsonAnswer(401, { error: "expired" }));
  const away = await clerk.post(form?.action ?? "", form?.fields);
  expect(new URL(away.location ?? "").searchParams.get("returnTo")).toBe(path);
});
