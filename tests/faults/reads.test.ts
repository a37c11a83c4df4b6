import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, sharedOwn } from "#tests/support/own.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";
import type { Fault } from "#tests/support/upstream/start.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const list = "/store/SDY/products";
const listCall = "/api/getmetaproducts";

let own: Own;
let clerk: Visitor;

beforeAll(async () => {
  own = await sharedOwn();
  clerk = await own.signedIn("clerk");
  await clerk.get(list);
  own.upstream.reset();
});
afterEach(() => own.upstream.reset());

const faults: Record<string, { fault: Fault; says?: string }> = {
  "is down": { fault: { kind: "reset" } },
  "answers 403 with an error": {
    fault: jsonAnswer(403, { error: "Superdry is closed to you" }),
    says: "Superdry is closed to you",
  },
  "answers 404 with an error": {
    fault: jsonAnswer(404, { error: "No such store group" }),
    says: "No such store group",
  },
  "answers 500 with an error": {
    fault: jsonAnswer(500, { error: "The warehouse burnt down" }),
    says: "The warehouse burnt down",
  },
  "answers 500 without an error": { fault: { kind: "answer", status: 500, body: "" } },
  "answers 500 in HTML": {
    fault: { kind: "answer", status: 500, body: "<html><b>IIS</b>", type: "text/html" },
  },
  "answers 503": { fault: { kind: "answer", status: 503, body: "busy" } },
  "answers something that is not JSON": {
    fault: { kind: "answer", status: 200, body: "<html>Welcome to the proxy", type: "text/html" },
  },
  "answers JSON that breaks off": {
    fault: { kind: "answer", status: 200, body: '[{"id": "1", ', type: "application/json" },
  },
  "answers JSON of another shape": { fault: jsonAnswer(200, { hello: "world" }) },
  "answers null": { fault: jsonAnswer(200, null) },
};

describe("a list whose upstream", () => {
  test.each(Object.entries(faults))("%s", async (_name, { fault, says }) => {
    own.upstream.fail(listCall, fault);
    const reply = await clerk.get(`${list}?code=SDY`);
    const words = wordsOf(reply.text);

    expect(words).toContain("An error occurred:");
    if (says !== undefined) expect(words).toContain(says);
    const correlation = own.upstream.calls.find((call) => call.path === listCall)?.headers[
      "x-correlation-id"
    ];
    expect(correlation).toBeTypeOf("string");
    expect(words).toContain(String(correlation));
    expect(reply.text, "a way on").toMatch(/Try again|Refresh/);
    expect(reply.text, "the filter keeps what was typed").toMatch(/value="SDY"/);
    expect(words, "the frame stays").toContain("Superdry");
    expect(words).not.toMatch(/undefined|\[object Object\]|ZodError|at \w+ \(.*:\d+:\d+\)/);
    await expect.poll(own.portal.output, { message: "the log names it" }).toContain(String(correlation));
  });

  test("shows a stack only when the upstream sent one, closed", async () => {
    own.upstream.fail(listCall, jsonAnswer(500, { error: "Broken", stack: "at warehouse.shelf (7)" }));
    const reply = await clerk.get(list);
    expect(reply.text).toMatch(/<details(?![^>]*\bopen\b)[^>]*>[\s\S]*at warehouse\.shelf \(7\)/);
  });

  test("sends one broken row shows the others, and the broken one with its id", async () => {
    const rows = [
      { id: "good-1", groupId: "GOOD-1" },
      { id: { not: "an id" }, groupId: "BROKEN-2" },
      { id: 3, groupId: "GOOD-3" },
    ];
    own.upstream.fail(listCall, jsonAnswer(200, rows));
    const words = wordsOf((await clerk.get(list)).text);
    expect(words).toContain("GOOD-1");
    expect(words).toContain("GOOD-3");
    expect(words).toMatch(/BROKEN-2.{0,40}could not be read/);
    expect(words).not.toContain("An error occurred");
  });

  test.each(["items", "results", "data"])("wraps its rows in '%s' is read", async (envelope) => {
    own.upstream.fail(listCall, jsonAnswer(200, { [envelope]: [{ id: 1, groupId: "WRAPPED" }] }));
    expect(wordsOf((await clerk.get(list)).text)).toContain("WRAPPED");
  });

  test("fails once is asked again, and nobody notices", async () => {
    own.upstream.fail(listCall, { kind: "answer", status: 503, body: "" }, 1);
    const words = wordsOf((await clerk.get(list)).text);
    expect(words).not.toContain("An error occurred");
    expect(words).toContain("SDY-0001");
    expect(own.upstream.calls.filter((call) => call.path === listCall)).toHaveLength(2);
  });
});

describe("a portal whose stores", () => {
  test.each(["/store/", "/store/SDY", list])("cannot be read says so at %s, with a way on", async (path) => {
    const visitor = await own.signedIn("admin", { stores: jsonAnswer(500, { error: "No stores today" }) });
    const words = wordsOf((await visitor.get(path)).text);
    expect(words).toContain("No stores today");
    expect(words).toMatch(/Try again|Log Out/);
    expect(words).not.toContain("Unexpected Server Error");
  });

  test("include one that is broken shows the others", async () => {
    const visitor = await own.signedIn("clerk", {
      stores: jsonAnswer(200, [
        { storeAlias: "BAD" },
        { storeName: "Good", storeAlias: "GOO", storeType: "shopify" },
      ]),
    });
    const words = wordsOf((await visitor.get("/store/")).text);
    expect(words).toContain("Good");
    expect(words).toContain("BAD");
  });
});
