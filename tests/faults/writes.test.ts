import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, sharedOwn } from "#tests/support/own.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";
import type { Fault } from "#tests/support/upstream/start.ts";
import { formsIn, Visitor } from "#tests/support/visitor.ts";

const eventCall = "/api/ActionEvent";
const dialogOf = (action: string, number = 1) =>
  `/store/SDY/products/sdy-${number}/actions/${action}?group=SDY-${String(number).padStart(4, "0")}`;

let own: Own;
let clerk: Visitor;

beforeAll(async () => {
  own = await sharedOwn();
  clerk = await own.signedIn("clerk");
});
afterEach(() => own.upstream.reset());

async function openDialog(path: string) {
  const page = await clerk.get(path);
  const form = formsIn(page.text, page.url).find(
    (found) => found.method === "POST" && /Yes/.test(found.html),
  );
  if (!form) throw new Error(`No question at ${path} (${page.status}): ${wordsOf(page.text).slice(0, 1500)}`);
  return form;
}

const events = () => own.upstream.calls.filter((call) => call.path === eventCall);

const failures: Record<string, { fault: Fault; says?: string }> = {
  "breaks off": { fault: { kind: "reset" } },
  "answers 409 with an error": {
    fault: jsonAnswer(409, { error: "Somebody else published it" }),
    says: "Somebody else published it",
  },
  "answers 403": { fault: jsonAnswer(403, { error: "Not for you" }), says: "Not for you" },
  "answers 500 without an error": {
    fault: { kind: "answer", status: 500, body: "", type: "application/json" },
  },
  "answers words": { fault: { kind: "answer", status: 502, body: "<h1>Bad gateway", type: "text/html" } },
};

describe("a submit whose upstream", () => {
  test.each(Object.entries(failures).map(([name, failure], index) => [name, failure, 21 + index] as const))(
    "%s keeps what was typed and sends nothing twice",
    async (_name, { fault, says }, product) => {
      const form = await openDialog(dialogOf("reject", product));
      own.upstream.fail(eventCall, fault);
      const typed = `Sole is "loose" & <b>wet</b>`;
      const note = Object.keys(form.fields).find((name) => /note/i.test(name)) ?? "note";
      const reply = await clerk.follow(await clerk.post(form.action, { ...form.fields, [note]: typed }));
      expect(events(), "a write is never retried by itself").toHaveLength(1);
      const words = wordsOf(reply.text);
      expect(words).toContain("An error occurred:");
      if (says !== undefined) expect(words).toContain(says);
      expect(reply.text).toContain("Sole is &quot;loose&quot; &amp; &lt;b&gt;wet&lt;/b&gt;");

      own.upstream.reset();
      const again = formsIn(reply.text, reply.url).find((found) => /Yes/.test(found.html));
      const done = await clerk.follow(await clerk.post(again?.action ?? reply.url, again?.fields ?? {}));
      expect(wordsOf(done.text)).toMatch(/Submitted: Reject Product/i);
      expect(JSON.parse(events()[0]?.body ?? "{}")).toMatchObject({ payload: typed });
    },
  );

  test("meets a 401 keeps what was typed through the sign-in", async () => {
    const visitor = await own.signedIn("admin");
    const page = await visitor.get(dialogOf("reject", 2));
    const form = formsIn(page.text, page.url).find((found) => /Yes/.test(found.html));
    const note = Object.keys(form?.fields ?? {}).find((name) => /note/i.test(name)) ?? "note";
    own.upstream.fail(eventCall, jsonAnswer(401, { error: "Expired" }));
    const away = await visitor.follow(
      await visitor.post(form?.action ?? "", { ...form?.fields, [note]: "Typed before" }),
    );
    expect(new URL(away.url).pathname).toMatch(/^\/login$|\/authorize$/);
    own.upstream.reset();
    const back = await visitor.signIn("Ada Admin", new URL(away.url).searchParams.get("returnTo") ?? "");
    expect(back.url).toContain("/actions/reject");
    expect(back.text).toContain("Typed before");
    expect(events()).toHaveLength(0);
  });
});

/** Each kind of write: records that nothing else here acts on, the page that asks, the button that sends, the call. */
const writes = {
  "a product's action": [[31, 32, 33, 34], (n: number) => dialogOf("publish", n), /Yes/, () => eventCall],
  "an EXO's action": [
    [1, 2, 3, 4],
    (n: number) => `/returns/exo-${n}/actions/hold`,
    /Confirm/,
    (n: number) => `/api/bc-order/v1/exos/exo-${n}/action/hold`,
  ],
  "an interchange's action": [
    [1, 2, 3, 4],
    (n: number) => `/edi/myer/interchanges/ic-${n}/actions/process`,
    /Confirm/,
    () => "/api/bc-myer/v1/actions/interchange/run",
  ],
  "an EDI order's action": [
    [1, 2],
    (n: number) => `/edi/myer/orders/eo-${n}/actions/process`,
    /Confirm/,
    () => "/api/bc-myer/v1/actions/order/run",
  ],
} as const;

const answers: Record<string, Omit<Extract<Fault, { kind: "answer" }>, "kind">> = {
  "JSON of no known shape": { status: 200, body: "[true]", type: "application/json" },
  text: { status: 200, body: "ok", type: "text/plain" },
  "a web page": { status: 201, body: "<!doctype html><p>Done", type: "text/html" },
  nothing: { status: 204, body: "" },
};

const taken = Object.entries(writes).flatMap(([write, [numbers, page, button, call]]) =>
  Object.entries(answers)
    .slice(0, numbers.length)
    .map(([name, answer], index) => {
      const number = numbers[index] ?? 0;
      return { write, name, page: page(number), button, call: call(number), answer };
    }),
);

test.each(taken)(
  "$write that is answered by $name has been taken, once",
  async ({ page, button, call, answer }) => {
    own.upstream.fail(call, { kind: "answer", ...answer });
    const opened = await clerk.get(page);
    const form = formsIn(opened.text, opened.url).find(({ html }) => button.test(html));
    if (!form) throw new Error(wordsOf(opened.text).slice(0, 1500));
    const send = async () => wordsOf((await clerk.follow(await clerk.post(form.action, form.fields))).text);
    expect(await send()).toContain("Submitted: ");
    expect(await send()).toContain("Already submitted: ");
    expect(own.upstream.calls.filter(({ path }) => path === call)).toHaveLength(1);
  },
);

describe("what is typed without a session", () => {
  const path = dialogOf("reject", 7);
  const typed = async (visitor: Visitor) => {
    const page = await visitor.get(path);
    const form = formsIn(page.text, page.url).find((found) => /Yes/.test(found.html));
    if (!form) throw new Error(wordsOf(page.text));
    return { ...form, fields: { ...form.fields, note: "Private words" } };
  };

  test.each(["Ada Admin", "Carl Clerk"])(
    "comes back to the person who typed it: %s signs in",
    async (who) => {
      const visitor = await own.signedIn("admin");
      const form = await typed(visitor);
      // The cookie of the session is gone altogether, as after a log-out in another tab.
      const signedOut = new Visitor(own.portal.url);
      const away = await signedOut.follow(await signedOut.post(form.action, form.fields));
      expect(wordsOf(away.text)).toContain("What you typed is kept");
      const back = await signedOut.signIn(who, new URL(away.url).searchParams.get("returnTo") ?? "");
      expect(back.url).toContain("/actions/reject");
      expect(back.text.includes("Private words")).toBe(who === "Ada Admin");
      expect(events()).toHaveLength(0);
    },
  );
});

describe("what is sent", () => {
  test("is the documented event, its sender from the session, with the one-time token as Idempotency-Key [sign-in#username, calls#action-event, actions#event]", async () => {
    const form = await openDialog(dialogOf("publish", 3));
    await clerk.post(form.action, { ...form.fields, submittedBy: "mallory@example.test", payload: "forged" });
    const [call] = events();
    expect(JSON.parse(call?.body ?? "{}")).toEqual({
      action: "publish",
      target: "sdy-3",
      storeGroup: "Superdry",
      payload: "",
      sourceType: "shopify",
      submittedBy: "carl@example.test",
    });
    expect(call?.headers["idempotency-key"]).toBeTypeOf("string");
  });

  test("is sent once, however often the same form is submitted", async () => {
    const form = await openDialog(dialogOf("publish", 4));
    const replies = await Promise.all([1, 2, 3].map(() => clerk.post(form.action, form.fields)));
    const later = await clerk.post(form.action, form.fields);
    expect([...replies, later].every((reply) => reply.status < 400)).toBe(true);
    expect(events()).toHaveLength(1);
  });

  test("of a customer action is the configured data as JSON", async () => {
    const form = await openDialog(dialogOf("notify-customer", 5));
    await clerk.post(form.action, form.fields);
    const sent: unknown = JSON.parse(JSON.parse(events()[0]?.body ?? "{}").payload);
    expect(sent).toEqual({ FirstName: "Kim", LastName: "Lee" });
  });

  test("nothing, from a person whose username is empty", async () => {
    const nameless = await own.signedIn("nameless");
    const page = await nameless.get(dialogOf("publish", 6));
    expect(formsIn(page.text, page.url).some((form) => /Yes/.test(form.html))).toBe(false);
    const forced = await nameless.post(dialogOf("publish", 6), {});
    expect(forced.status).toBeGreaterThanOrEqual(400);
    expect(events()).toHaveLength(0);
  });
});
