import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { ediOrderId, exoId, interchangeIds } from "#tests/support/seeded.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { type Fault, json } from "#tests/support/upstream/proxy.ts";
import { formIn, type Visitor } from "#tests/support/visitor.ts";

const eventCall = "/api/ActionEvent";
/** The action dialog of a Superdry product, by the number and colour in its code. */
const dialogOf = (action: string, code: string) =>
  `/store/SDY/products/sdy-402000${code.toLowerCase()}/actions/${action}?group=402000${code.replace("-", "_")}`;

let stack: Stack;
let clerk: Visitor;

beforeAll(async () => {
  stack = await sharedStack();
  clerk = await stack.signedIn("clerk");
});
afterEach(() => stack.upstream.reset());

const openDialog = async (path: string) =>
  formIn(await clerk.get(path), ({ method, html }) => method === "POST" && html.includes("Yes"));

const events = () => stack.upstream.calls.filter((call) => call.path === eventCall);

const failures: Record<string, { fault: Fault; says?: string }> = {
  "breaks off": { fault: { kind: "reset" } },
  "answers 409 with an error": {
    fault: json(409, { error: "Somebody else published it" }),
    says: "Somebody else published it",
  },
};

describe("a submit whose upstream", () => {
  test.each(
    Object.entries(failures).map(
      ([name, failure], index) => [name, failure, ["21-TAN", "22-BRN"][index] ?? ""] as const,
    ),
  )("%s keeps what was typed and sends nothing twice", async (_name, { fault, says }, product) => {
    const form = await openDialog(dialogOf("reject", product));
    stack.upstream.fail(eventCall, fault);
    const typed = `Sole is "loose" & <b>wet</b>`;
    const note = Object.keys(form.fields).find((name) => /note/i.test(name)) ?? "note";
    const reply = await clerk.follow(await clerk.post(form.action, { ...form.fields, [note]: typed }));
    expect(events(), "a write is never retried by itself").toHaveLength(1);
    const words = wordsOf(reply.text);
    expect(words).toContain("An error occurred:");
    if (says !== undefined) expect(words).toContain(says);
    expect(reply.text).toContain("Sole is &quot;loose&quot; &amp; &lt;b&gt;wet&lt;/b&gt;");

    stack.upstream.reset();
    const again = formIn(reply, "Yes");
    const done = await clerk.follow(await clerk.post(again.action, again.fields));
    expect(wordsOf(done.text)).toMatch(/Submitted: Reject Product/i);
    expect(JSON.parse(events()[0]?.body ?? "{}")).toMatchObject({ payload: typed });
  });
});

/** Each kind of write: page, button, call. */
const writes = {
  "a product's action": [dialogOf("publish", "12-BLU"), /Yes/, eventCall],
  "an EXO's action": [
    `/returns/${exoId(104)}/actions/hold`,
    /Confirm/,
    `/api/bc-order/v1/exos/${exoId(104)}/action/hold`,
  ],
  "an interchange's action": [
    `/edi/myer/interchanges/${interchangeIds[0]}/actions/process`,
    /Confirm/,
    "/api/bc-myer/v1/actions/interchange/run",
  ],
  "an EDI order's action": [
    `/edi/myer/orders/${ediOrderId}/actions/process`,
    /Confirm/,
    "/api/bc-myer/v1/actions/order/run",
  ],
} as const;

test.each(Object.entries(writes))(
  "%s that is answered by a web page has been taken, once",
  async (_write, [page, button, call]) => {
    stack.upstream.fail(call, {
      status: 201,
      body: "<!doctype html><p>Done",
      type: "text/html",
    });
    const opened = await clerk.get(page);
    const form = formIn(opened, ({ html }) => button.test(html));
    const send = async () => wordsOf((await clerk.follow(await clerk.post(form.action, form.fields))).text);
    expect(await send()).toContain("Submitted: ");
    expect(await send()).toContain("Already submitted: ");
    expect(stack.upstream.calls.filter(({ path }) => path === call)).toHaveLength(1);
  },
);

describe("the sent request", () => {
  test("is the documented event, its sender from the session, with the one-time token as Idempotency-Key [sign-in#username, calls#action-event, actions#event]", async () => {
    const form = await openDialog(dialogOf("publish", "15-GRY"));
    await clerk.post(form.action, { ...form.fields, submittedBy: "mallory@example.test", payload: "forged" });
    const [call] = events();
    expect(JSON.parse(call?.body ?? "{}")).toEqual({
      action: "publish",
      target: "sdy-40200015-gry",
      storeGroup: "Superdry",
      payload: "",
      sourceType: "shopify",
      submittedBy: "clerk@utopia.example",
    });
    expect(call?.headers["idempotency-key"]).toBeTypeOf("string");
  });
});
