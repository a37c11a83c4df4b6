import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let own: Own;
let admin: Visitor;
beforeAll(async () => {
  own = await startOwn();
  admin = await own.signedIn("admin");
});
afterAll(() => own.stop());

/** Every kind of form that conform reads. */
const forms = {
  "a new rule": "/store/CLK/customrules/new",
  "an action on a product": "/store/CLK/products/mp-1/actions/submit",
  "a voucher": "/store/CLK/nswvoucher",
  "the label settings": "/store/CLK/printlabel/settings",
  "an action on an interchange": "/edi/myer/interchanges/ic-2/actions/process",
  "an action on an EDI order": "/edi/myer/orders/eo-1/actions/process",
  "what is said of an order": "/notes/order/any",
};

const bodies = {
  "an index without brackets": "groups[0].origin=1&groups.20000000.origin=1",
  "a list in a list": "groups[0].conditions.100000=1",
  "a list of a plain field": "dotsPerMm[999999999].x=1",
  "an intent that is no JSON": "__intent__=x",
  "an intent of nothing": "__intent__=null",
  "a state that is no JSON": "__state__=x",
  "a name that is no path": "%5B=1",
  "a prototype": "__proto__.x=1",
};

describe.each(Object.entries(forms))("%s", (_form, path) => {
  test.each(Object.entries(bodies))("with %s is refused in words", async (_body, body) => {
    const reply = await admin.post(path, new URLSearchParams(`${body}&token=t`));
    expect(reply.status).toBe(400);
    expect(wordsOf(reply.text)).toContain("The form was not sent whole");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  });
});

test.each([
  "/store/CLK/customrules/r-1/restore",
  "/store/CLK/printlabel/settings",
  "/store/CLK/printlabel/printed",
  "/print/printer",
])("%s, too, refuses a name that reaches into a prototype, in words [errors#form-names]", async (path) => {
  const reply = await admin.post(path, new URLSearchParams("__proto__.x=1&token=t"));
  expect(reply.status).toBe(400);
  expect(wordsOf(reply.text)).toContain("nothing was done");
});

test("nothing of it was an unexpected error, and the portal answers", async () => {
  expect((await admin.get("/login")).status).toBeLessThan(400);
  expect(own.portal.output()).not.toContain("unexpected error");
});
