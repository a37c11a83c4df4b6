import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { documents, ediDesk, service, sides, ediText as text } from "#tests/support/upstream/ediDesk.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import { formIn, type Visitor } from "#tests/support/visitor.ts";

let stack: Stack;
let clerk: Visitor;
beforeAll(async () => {
  stack = await startStack({}, ediDesk);
  clerk = await stack.signedIn("clerk");
});
beforeEach(() => stack.upstream.reset());
afterAll(() => stack.stop());

const posts = (path: string) =>
  stack.upstream.calls.filter((call) => call.method === "POST" && call.path === path);

const chosen = async (pasted: string) => {
  const page = await clerk.get("/edi/myer/check-file");
  const form = formIn(page, 'name="file"');
  const parts = new FormData();
  parts.set("token", form.fields.token ?? "");
  parts.set("text", pasted);
  return clerk.post("/edi/myer/check-file", parts);
};

describe("a list", () => {
  test("filters by what the service announces, shows active filters, and keeps those without a field [edi#more-filters]", async () => {
    const reply = await clerk.get("/edi/myer/interchanges?state=hold&file=a.edi&owed=1&sort=oldest");
    const sent = stack.upstream.calls.find(({ path }) => path === documents)?.query.get("filters");
    expect(JSON.parse(sent ?? "")).toEqual({
      states: ["hold"],
      fileName: "a.edi",
      owedByPartner: true,
      sort: "oldest",
    });
    expect(wordsOf(reply.text)).toContain("The partner owes us the acknowledgement");
    const filters = formIn(reply, "More filters");
    expect(filters.fields).toMatchObject({ owed: "1", file: "a.edi" });
    expect(reply.text).toContain('href="/edi/myer/check-file"');
  });
});

describe("a file", () => {
  test("is checked without being taken in, taken in once, and then named [edi#check-page, edi#take-in]", async () => {
    const stored = await chosen(text);
    expect(stored.status).toBe(302);
    const page = await clerk.follow(stored);
    const words = wordsOf(page.text);
    for (const said of [
      "Interchange 417",
      "It would be taken in and acknowledged.",
      "No lines segment 3",
      "Order 7001",
      "The CONTRL that would be sent",
      "UCI+417+A+B+7'",
    ])
      expect(words).toContain(said);
    expect(page.text).toContain('href="#interchange-1-segment-3"');
    expect(page.text).toContain('id="interchange-1-segment-3"');
    expect(posts(documents)).toEqual([]);

    const form = formIn(page, "Take it in");
    const done = await clerk.post(form.action, form.fields);
    const taken = await clerk.follow(done);
    expect(wordsOf(taken.text)).toMatch(/Taken in: pasted\.edi.*Interchange 417/s);
    expect(taken.text).toContain('href="/edi/myer/interchanges/ic-417"');
    await clerk.post(form.action, form.fields);
    expect(posts(documents).map(({ body, headers }) => [body, headers["idempotency-key"]])).toEqual([
      [text, form.fields.token],
    ]);

    const again = await clerk.follow(await chosen(text));
    expect(wordsOf(again.text)).toContain("by you. The record has not changed since.");
    expect(again.text).toContain("Submit again");
  });

  test("of somebody else is not found, nor one that was never chosen [edi#kept-file]", async () => {
    const stored = await chosen(`${text}\n`);
    const other = await stack.signedIn("nameless");
    const path = new URL(stored.location ?? "", stack.portal.url).pathname;
    const colleagues = await other.get(path);
    expect(colleagues.status).toBe(404);
    expect(wordsOf(colleagues.text)).toContain("it is no longer kept, or somebody else chose it");
    expect((await clerk.get("/edi/myer/check-file/none")).status).toBe(404);
  });

  test("is stored with the previous one, and no third of one person [edi#kept-file, errors#quotas]", async () => {
    const paths: string[] = [];
    for (const end of ["\n", "\n\n", "\n\n\n"]) {
      const stored = await chosen(`${text}${end}`);
      paths.push(new URL(stored.location ?? "", stack.portal.url).pathname);
    }
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await clerk.get(path)).status);
    expect(statuses).toEqual([404, 200, 200]);
  });

  test("of another kind, and none at all, are refused in words, and pasted text stays", async () => {
    const pdf = await chosen("%PDF-1.7");
    expect(pdf.status).toBe(422);
    expect(wordsOf(pdf.text)).toContain("of another kind (pdf)");
    expect(pdf.text).toContain("%PDF-1.7</textarea>");
    expect(wordsOf((await chosen("no segment at all")).text)).toContain("This is not EDIFACT.");
    expect(wordsOf((await chosen("  ")).text)).toContain("Choose a file, or paste its text.");
    expect(posts(`${documents}/check`)).toEqual([]);
  });
});

describe("an order to be confirmed", () => {
  const page = "/edi/myer/orders/eo-9";
  const run = `${service}/actions/order/run`;
  const formOf = ({ text, url }: { text: string; url: string }) => formIn({ text, url }, "Keep answers");

  test("is found by what it waits for, marked as a test, and links to its lines [edi#review-list]", async () => {
    const { text } = await clerk.get("/edi/myer/orders?held=confirmation");
    const sent = stack.upstream.calls.find(({ path }) => path === `${service}/documents/orders`);
    expect(JSON.parse(sent?.query.get("filters") ?? "")).toEqual({ heldFor: "confirmation" });
    expect(wordsOf(text)).toMatch(/On Hold to confirm.*Order PO-9.*Test/s);
    expect(text).toMatch(
      /href="\/edi\/myer\/orders\/eo-9\?held=confirmation#review"[^>]*>Confirm the order</,
    );
  });

  test("that arrived as a test is marked on its list, panel and thread, and in Find [edi#test]", async () => {
    const list = await clerk.get("/edi/myer/orders?traffic=test");
    const sent = stack.upstream.calls.find(({ path }) => path === `${service}/documents/orders`);
    expect(JSON.parse(sent?.query.get("filters") ?? "")).toEqual({ test: true });
    expect(wordsOf(list.text)).toMatch(/Only test.*Order PO-9.*Test/s);
    const marked = /Test ?: no Utopia order is made of it/;
    for (const address of [page, `${page}/thread`]) {
      const shown = wordsOf((await clerk.get(address)).text);
      expect(shown).toMatch(marked);
      expect(shown).toMatch(/[Oo]rder PO-9.*On Hold to confirm/s);
    }
    expect((await clerk.get("/find/suggestions?q=edi+order+77")).text).toMatch(
      /EDI order PO-9.{0,40}"Test"/s,
    );
  });

  test("is answered line by line in one form; errors are at their field, and the input stays [edi#review-answers]", async () => {
    const form = formOf(await clerk.get(page));
    expect(form.fields).toMatchObject({ "lines[0].place": "2", "lines[0].quantity": "" });
    const typed = { ...form.fields, "lines[0].answer": "amend", "lines[0].reason": "Three are left" };
    const wrong = await clerk.post(page, { ...typed, intent: "confirm", "lines[0].quantity": "some" });
    expect(wrong.status).toBe(400);
    expect(wordsOf(wrong.text)).toContain("A quantity is a number of pieces.");
    expect(formOf(wrong)?.fields).toMatchObject({
      "lines[0].quantity": "some",
      "lines[0].reason": "Three are left",
    });
    stack.upstream.fail(run, json(400, { error: "lines: say what is accepted of line 2" }));
    const right = { ...typed, "lines[0].quantity": "3" };
    const refused = await clerk.post(page, { ...right, intent: "confirm" });
    expect(refused.status).toBe(400);
    expect(wordsOf(refused.text)).toContain("lines: say what is accepted of line 2");
    expect(formOf(refused)?.fields).toMatchObject({ "lines[0].quantity": "3" });
    stack.upstream.reset();
    const token = formOf(refused)?.fields.token ?? "";
    for (const _ of [1, 2]) {
      const done = await clerk.post(page, { ...right, token, intent: "confirm", others: "refuse" });
      expect(wordsOf((await clerk.follow(done)).text)).toContain(
        "ubmitted: Confirm the order for order PO-9",
      );
    }
    expect(posts(run).map(({ body, query }) => [query.get("action"), JSON.parse(body)])).toEqual([
      [
        "confirm",
        { lines: [{ place: 2, quantity: 3, reason: "Three are left", answer: "amend" }], others: "refuse" },
      ],
    ]);
  });

  test("shows the answer before it is sent, and nothing is done [edi#review-preview]", async () => {
    const form = formOf(await clerk.get(page));
    const fields = { ...form.fields, "lines[0].answer": "refuse", intent: "preview" };
    const tried = await clerk.post(page, fields);
    expect(wordsOf(tried.text)).toMatch(/The order would be made, and answered 4\..*BGM\+231\+R1\+4'/s);
    expect(posts(`${service}/actions/order/preview`)).toHaveLength(1);
    expect(posts(run)).toEqual([]);
  });

  test("has its lines answered in that form, whichever address of these actions is opened [edi#review-answers]", async () => {
    for (const action of ["confirm", "answer-lines"]) {
      const opened = await clerk.get(`${page}/actions/${action}?held=confirmation`);
      expect([opened.status, opened.location]).toEqual([
        303,
        `${stack.portal.url}${page}?held=confirmation#review`,
      ]);
      const sent = await clerk.post(`${page}/actions/${action}`, { token: "t" });
      expect([sent.status, sent.location]).toEqual([303, `${stack.portal.url}${page}#review`]);
    }
    expect(posts(run)).toEqual([]);
  });
});

describe("the landing page", () => {
  test("says what waits for whom, each line a link to the list of exactly that [edi#landing-queue, today#edi]", async () => {
    const { text } = await clerk.get("/edi/myer/");
    expect(wordsOf(text)).toMatch(/Needs a person.*5 interchanges on hold.*2 late.*oldest/s);
    expect(text).toContain('href="/edi/myer/interchanges?state=hold&amp;sort=oldest"');
    expect(text).toContain('href="/edi/myer/partners"');
    expect(wordsOf((await clerk.get("/today")).text)).toContain("5 interchanges on hold");
  });

  test("has a gap settled with a reason, once [edi#settling]", async () => {
    const landing = await clerk.get("/edi/myer/");
    const href = /href="(\/edi\/myer\/gap[^"]+)"/.exec(landing.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const response = await clerk.get(href);
    const form = formIn(response, "Settle");
    expect(wordsOf(response.text)).toContain(
      "Are you sure that nothing is missing where 418 to 420 should be?",
    );
    const without = await clerk.post(form.action, form.fields);
    expect(without.status).toBe(400);
    expect(wordsOf(without.text)).toContain("Say why.");
    const fields = { ...form.fields, reason: "Myer skipped them" };
    for (const _ of [1, 2]) await clerk.post(form.action, fields);
    expect(posts(`${service}/control-numbers/settle`).map(({ body }) => JSON.parse(body))).toEqual([
      { direction: "inbound", ...sides, from: "418", to: "420", reason: "Myer skipped them" },
    ]);
  });
});

test("the partners are read by everybody [edi#partner-pages, edi#no-roles]", async () => {
  expect(wordsOf((await clerk.get("/edi/myer/partners")).text)).toContain("Myer 9300 (14) MYR UNOC:3");
});

describe("the landing page besides its two buttons", () => {
  test.each([401, 403, 404, 500])(
    "ends nothing where it is answered %i [edi#landing, calls#extensions]",
    async (status) => {
      for (const call of ["queue", "control-numbers"]) {
        stack.upstream.fail(`${service}/${call}`, { status, body: "Forbidden here" });
        const reply = await clerk.get("/edi/myer/");
        expect(reply.status, call).toBe(200);
        expect(wordsOf(reply.text)).toMatch(
          /Interchanges View Utopia's database of EDI Myer Interchange Documents.*Orders View EDI Orders Received from Myer/s,
        );
        expect(wordsOf(reply.text)).toContain("An error occurred:");
      }
      expect((await clerk.get("/edi/myer/")).status, "still signed in").toBe(200);
    },
  );
});
