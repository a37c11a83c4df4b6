import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import { json } from "#tests/support/upstream/entra.ts";
import { formsIn, type Visitor } from "#tests/support/visitor.ts";

const service = "/api/bc-myer/v1";
const documents = `${service}/documents/interchanges`;
const text = "UNB+UNOC:3+A:14+B:14+261120:1042+417'UNH+1+ORDERS:D:01B:UN'BGM+220+7001+9'UNT+3+1'UNZ+1+417'";

const check = {
  control_reference: "417",
  sender: { identification: "9300" },
  recipient: { identification: "501" },
  message_counts: { ORDERS: 1 },
  state: "completed",
  outcome: "It would be taken in and acknowledged.",
  findings: [{ severity: "warning", words: "No lines", position: { segment: 3 } }],
  orders: [{ document_identifier: "7001", outcome: "No order would be made.", lines: [] }],
  replies: [{ message_type: "CONTRL", interchange_text: "UNB+UNOC:3+B+A'UCI+417+A+B+7'" }],
};

let own: Own;
let clerk: Visitor;
beforeAll(async () => {
  own = await startOwn({}, ({ method, url }) => {
    switch (`${method} ${url.pathname}`) {
      case "GET /api/extensions":
        return json(200, ["edi-filters", "edi-check"]);
      case "GET /api/getstores/":
        return json(200, []);
      case `GET ${documents}`:
        return json(200, { items: [], page: 1, pages: 1 });
      case `POST ${documents}/check`:
        return json(200, { items: [check] });
      case `POST ${documents}`:
        return json(201, { items: [{ id: "ic-417", control_reference: "417" }] });
      default:
        return json(404, { error: "There is no such call" });
    }
  });
  clerk = await own.signedIn("clerk");
});
beforeEach(() => own.upstream.reset());
afterAll(() => own.stop());

const posts = (path: string) =>
  own.upstream.calls.filter((call) => call.method === "POST" && call.path === path);

const chosen = async (pasted: string) => {
  const page = await clerk.get("/edi/myer/check-file");
  const form = formsIn(page.text, page.url).find(({ html }) => html.includes('name="file"'));
  return clerk.post("/edi/myer/check-file", { token: form?.fields.token ?? "", text: pasted });
};

describe("a list", () => {
  test("filters by what the service announces, shows what is on, and keeps what has no field", async () => {
    const reply = await clerk.get("/edi/myer/interchanges?state=hold&file=a.edi&owed=1&sort=oldest");
    const sent = own.upstream.calls.find(({ path }) => path === documents)?.query.get("filters");
    expect(JSON.parse(sent ?? "")).toEqual({
      states: ["hold"],
      fileName: "a.edi",
      owedByPartner: true,
      sort: "oldest",
    });
    expect(wordsOf(reply.text)).toContain("The partner owes us the acknowledgement");
    const filters = formsIn(reply.text, reply.url).find(({ html }) => html.includes("More filters"));
    expect(filters?.fields).toMatchObject({ owed: "1", file: "a.edi" });
    expect(reply.text).toContain('href="/edi/myer/check-file"');
  });
});

describe("a file", () => {
  test("is checked without being taken in, taken in once, and then named", async () => {
    const kept = await chosen(text);
    expect(kept.status).toBe(302);
    const page = await clerk.follow(kept);
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

    const form = formsIn(page.text, page.url).find(({ html }) => html.includes("Take it in"));
    const done = await clerk.post(form?.action ?? "", form?.fields);
    const taken = await clerk.follow(done);
    expect(wordsOf(taken.text)).toMatch(/Taken in: pasted\.edi.*Interchange 417/s);
    expect(taken.text).toContain('href="/edi/myer/interchanges/ic-417"');
    await clerk.post(form?.action ?? "", form?.fields);
    expect(posts(documents).map(({ body, headers }) => [body, headers["idempotency-key"]])).toEqual([
      [text, form?.fields.token],
    ]);
  });

  test("that was taken in before says so when it is checked again", async () => {
    const page = await clerk.follow(await chosen(text));
    expect(wordsOf(page.text)).toContain("by you. The record has not changed since.");
    expect(page.text).toContain("Submit again");
  });

  test("of somebody else is not there, nor one that nobody chose", async () => {
    const kept = await chosen(`${text}\n`);
    const other = await own.signedIn("nameless");
    const path = new URL(kept.location ?? "", own.portal.url).pathname;
    expect((await other.get(path)).status).toBe(404);
    expect((await clerk.get("/edi/myer/check-file/none")).status).toBe(404);
  });

  test("is not taken in for a person without a username", async () => {
    const nameless = await own.signedIn("nameless");
    const opened = await nameless.get("/edi/myer/check-file");
    const token = formsIn(opened.text, opened.url).find(({ html }) => html.includes('name="file"'))?.fields
      .token;
    const page = await nameless.follow(
      await nameless.post("/edi/myer/check-file", { token: token ?? "", text }),
    );
    expect(wordsOf(page.text)).toContain("has no username");
    expect(page.text).not.toContain("Take it in</button>");
    expect((await nameless.post(page.url, { token: token ?? "" })).status).toBe(403);
    expect(posts(documents)).toEqual([]);
  });

  test("of another kind, and none at all, are refused in words, and what was pasted stays", async () => {
    const pdf = await chosen("%PDF-1.7");
    expect(pdf.status).toBe(422);
    expect(wordsOf(pdf.text)).toContain("of another kind (pdf)");
    expect(pdf.text).toContain("%PDF-1.7</textarea>");
    expect(wordsOf((await chosen("  ")).text)).toContain("Choose a file, or paste its text.");
    expect(posts(`${documents}/check`)).toEqual([]);
  });

  test("larger than is taken in is refused in words", async () => {
    const reply = await chosen("A".repeat(12_100_000));
    expect(reply.status).toBe(413);
    expect(wordsOf(reply.text)).toContain("larger than 12 MB");
  });
});
