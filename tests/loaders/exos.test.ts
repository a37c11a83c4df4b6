import { readSheet } from "read-excel-file/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import { upstreamExos } from "#tests/support/upstream/exos.ts";
import { formsIn, Visitor } from "#tests/support/visitor.ts";

const listCall = "/api/bc-order/v1/exos";
const blobCall = "/api/bc-order/v1/blobs/blob";

let own: Own;
let clerk: Visitor;
beforeAll(async () => {
  own = await startOwn();
  clerk = await own.signedIn("clerk");
  await clerk.get("/returns/");
});
afterEach(() => own.upstream.reset());
afterAll(() => own.stop());

const calls = (path: string) => own.upstream.calls.filter((call) => call.path === path);
const filtersSent = (): unknown => JSON.parse(calls(listCall).at(-1)?.query.get("filters") ?? "{}");

describe("the list", () => {
  test("costs one call, and says how many records the page has [screens#count, screens#one-load]", async () => {
    own.upstream.reset();
    const words = wordsOf((await clerk.get("/returns/")).text);
    expect(words).toContain("20 records on this page");
    expect(own.upstream.calls.filter(({ path }) => path.startsWith("/api/bc-order"))).toHaveLength(1);
    const one = await clerk.get("/returns/?order=SDY-10001");
    expect(wordsOf(one.text)).toContain("1 record on this page");
  });

  test("sends the five filters, stores by name", async () => {
    await clerk.get("/returns/?status=hold&status=stale&store=SDY&order=1&ra=RA&email=kim&q=nothing&page=2");
    expect(filtersSent()).toEqual({
      statusCodes: ["hold", "stale"],
      stores: ["Superdry"],
      orderId: "1",
      raNumber: "RA",
      emailAddress: "kim",
    });
    expect(calls(listCall)[0]?.query.get("page")).toBe("2");
  });

  test("of one store sends its name and the search term", async () => {
    await clerk.get("/store/SDY/returns?q=kim&status=hold&order=1");
    expect(filtersSent()).toEqual({ statusCodes: ["hold"], stores: ["Superdry"], searchTerm: "kim" });
  });

  test("an unknown status can be filtered by, and shows its code", async () => {
    const reply = await clerk.get("/returns/?status=levitating");
    expect(wordsOf(reply.text)).toMatch(/levitating.*return\/by-air.*count-feathers/s);
  });

  test("offers its rows, and all that match, as spreadsheets", async () => {
    const { text } = await clerk.get("/returns/?page=3");
    const hrefs = [...text.matchAll(/href="([^"]*export\.xlsx[^"]*)"/g)].map(([, href = ""]) => href);
    expect(hrefs).toEqual(["/returns/export.xlsx?page=3", "/returns/export.xlsx?rows=all"]);
    expect(wordsOf(text)).toContain("Download To Excel page 3");
  });

  test("as a spreadsheet of all that match holds every page that the service tells of", async () => {
    const file = await clerk.get("/returns/export.xlsx?rows=all");
    const [heading = [], ...rows] = await readSheet(file.body, "Sheet1");
    expect(rows.map((row) => row[heading.indexOf("EXO ID")])).toEqual(upstreamExos().map(({ id }) => id));
    expect(rows[0]?.[heading.indexOf("Created At (Australia/Melbourne)")]).toBeInstanceOf(Date);
    expect(calls(listCall).map(({ query }) => query.get("page"))).toEqual(["1", "2", "3"]);
  });

  test("of one store is a spreadsheet, too, filtered as the screen is", async () => {
    const file = await clerk.get("/store/SDY/returns/export.xlsx?q=kim&step=count-feathers&rows=all");
    const [heading = [], ...rows] = await readSheet(file.body, "Sheet1");
    expect(rows.map((row) => row[heading.indexOf("EXO Name")])).toEqual(["ODD-UNKNOWN"]);
    expect(filtersSent()).toEqual({ stores: ["Superdry"], searchTerm: "kim" });
    const slice = await clerk.get("/store/SDY/returns/export.json?q=kim&rows=all");
    expect(JSON.parse(slice.text)).not.toHaveProperty("nextHref");
  });

  test("offers no actions to a person without a username", async () => {
    const nameless = await own.signedIn("nameless");
    const words = wordsOf((await nameless.get("/returns/")).text);
    expect(words).toContain("No Actions Available");
    expect(words).not.toContain("Put on Hold");
  });
});

describe("the detail", () => {
  test.each(["", "?tab=references", "?tab=history&mundane=1", "?tab=document", "?tab=document&as=text"])(
    "%s costs one call of its own",
    async (search) => {
      const reply = await clerk.get(`/returns/exo-2${search}`);
      expect(reply.status).toBe(200);
      expect(wordsOf(reply.text)).toContain("Exchange Detail");
      expect(calls(`${listCall}/exo-2`)).toHaveLength(1);
    },
  );

  test("is where somebody who signs in arrives, on the tab and with the filter asked for", async () => {
    const asked = "/returns/exo-2?status=active&page=1&tab=history&mundane=1";
    const visitor = new Visitor(own.portal.url);
    const away = await visitor.get(asked);
    expect(new URL(away.location ?? "").searchParams.get("returnTo")).toBe(asked);
    const back = await visitor.signIn("Carl Clerk", asked);
    expect(back.url).toBe(own.portal.url + asked);
    expect(wordsOf(back.text)).toContain("Show Mundane Jobs");
  });

  test.each([
    "exo-codes",
    "exo-badjobs",
    "exo-long",
    "exo-noexchange",
    "exo-unknown",
    "exo-photos",
    "exo/slash?&#",
  ])("%s holds on every tab", async (id) => {
    for (const tab of [
      "summary",
      "references",
      "history&mundane=1",
      "document",
      "document&as=text",
      "timeline",
    ]) {
      const reply = await clerk.get(`/returns/${encodeURIComponent(id)}?tab=${tab}`);
      expect(reply.status, tab).toBe(200);
      expect(reply.text, tab).not.toContain("<img src=x");
      expect(reply.text, tab).not.toContain('href="javascript:');
      expect(reply.text.length, tab).toBeLessThan(400_000);
    }
  });

  test("of another store's EXO leads to where it is shown", async () => {
    const reply = await clerk.get("/store/CLK/returns/exo-2");
    expect(reply.status).toBe(404);
    expect(wordsOf(reply.text)).toContain("belongs to another store");
    expect(reply.text).toContain('href="/returns/exo-2"');
  });

  test("the whole document is a file", async () => {
    const reply = await clerk.get("/returns/exo-long/document.json");
    expect(reply.headers["content-disposition"]).toBe('attachment; filename="ODD-2000-document.json"');
    expect(JSON.parse(reply.text)).toHaveProperty("histories.length", 2000);
    expect((await clerk.get("/store/CLK/returns/exo-long/document.json")).status).toBe(404);
  });
});

test("a document that cannot be read leads a browser back to the panel, which says why", async () => {
  own.upstream.fail(`${listCall}/exo-2`, { kind: "reset" });
  const path = "/returns/exo-2/document.json?status=active&tab=document";
  const reply = await clerk.get(path, { "sec-fetch-dest": "document" });
  expect(reply.location).toBe(`${own.portal.url}/returns/exo-2?status=active&tab=document`);
  expect((await clerk.get(path, { "sec-fetch-dest": "empty" })).status).toBe(503);
});

describe("a file", () => {
  test("comes safely, asked for by what the server sent", async () => {
    const reply = await clerk.get(
      "/returns/exo-2/blobs/ref-label?blobitem=%7B%22SourceId%22%3A%22evil%22%7D",
    );
    expect(reply.status).toBe(200);
    expect(reply.text).toContain("%PDF-1.4");
    expect(reply.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="EXO-00002-Return-label.pdf"',
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const [call] = calls(blobCall);
    expect(JSON.parse(call?.query.get("meta") ?? "")).toEqual({ consignment_id: "SIM123", blob: "label-1" });
    expect(call?.query.has("blobitem")).toBe(false);
    expect(call?.headers.authorization).toMatch(/^Bearer /);
  });

  test("forty photos cost one look at the EXO", async () => {
    await clerk.get("/returns/exo-photos/blobs/many-1");
    own.upstream.reset();
    for (let number = 2; number <= 10; number += 1) {
      const reply = await clerk.get(`/returns/exo-photos/blobs/many-${number}`);
      expect(reply.headers).toMatchObject({ "content-type": "image/png" });
      expect(String(reply.headers["content-disposition"])).toMatch(/^inline; /);
    }
    expect(calls(`${listCall}/exo-photos`)).toHaveLength(0);
    expect(calls(blobCall)).toHaveLength(9);
  });

  test.each(["/returns/exo-2/blobs/nothing", "/store/CLK/returns/exo-2/blobs/ref-label"])(
    "%s is not there",
    async (path) => {
      const reply = await clerk.get(path, { "sec-fetch-dest": "empty" });
      expect(reply.status).toBe(404);
      expect(calls(blobCall)).toHaveLength(0);
    },
  );
});

describe("an action", () => {
  const path = "/returns/exo-4/actions/hold?status=manual&tab=history&from=detail";
  const question = async () => {
    const page = await clerk.get(path);
    const form = formsIn(page.text, page.url).find(({ html }) => html.includes("Confirm"));
    if (!form) throw new Error(wordsOf(page.text));
    return { page, form };
  };
  const posts = () =>
    own.upstream.calls.filter(({ method, path }) => method === "POST" && path.startsWith("/api/"));

  test("asks in the specified words, is sent once with an empty body, and leads back", async () => {
    const { page, form } = await question();
    const words = wordsOf(page.text);
    expect(words).toContain("Are you sure you want to perform this action on exchange order exo-4?");
    expect(words, "the facts of the panel stand beside the question").toMatch(/Status .* · /);
    expect(words).toMatch(/Confirm Action.*Put on Hold.*Stops processing until somebody resumes it\./s);
    const sent = await clerk.post(form.action, form.fields);
    expect(sent.location).toBe(`${own.portal.url}/returns/exo-4?status=manual&tab=history`);
    const back = await clerk.follow(sent);
    // Said in the panel, which hides what the frame says.
    const panel = back.text.slice(back.text.indexOf("<dialog"));
    expect(wordsOf(panel)).toContain("Submitted: Put on Hold for exchange order EXO-00004");
    const again = await clerk.follow(await clerk.post(form.action, form.fields));
    expect(wordsOf(again.text)).toContain("Already submitted: Put on Hold");
    expect(posts()).toMatchObject([{ path: `${listCall}/exo-4/action/hold`, body: "" }]);
    expect(posts()[0]?.headers["idempotency-key"]).toBe(form.fields.token);
  });

  test("on another store's EXO is refused, and nothing is sent", async () => {
    const elsewhere = "/store/CLK/returns/exo-4/actions/hold";
    const { form } = await question();
    for (const reply of [await clerk.get(elsewhere), await clerk.post(elsewhere, form.fields)]) {
      expect(wordsOf(reply.text)).toContain("belongs to another store");
    }
    expect(posts()).toHaveLength(0);
  });

  test("that is not offered is refused, and nothing is sent", async () => {
    const { form } = await question();
    own.upstream.changeExo("exo-4", (exo) => {
      exo.actions = [];
    });
    const reply = await clerk.post(form.action, { ...form.fields, token: "another" });
    expect(reply.status).toBe(409);
    expect(wordsOf(reply.text)).toContain("no longer offered");
    expect(posts()).toHaveLength(0);
  });

  test("is none for a person without a username", async () => {
    const nameless = await own.signedIn("nameless");
    const page = await nameless.get(path);
    expect(wordsOf(page.text)).toContain("it is offered no actions");
    const reply = await nameless.post(path, { token: "t", name: "x" });
    expect(reply.status).toBe(403);
    expect(posts()).toHaveLength(0);
  });
});

describe("what is new", () => {
  const news = (path: string, route: string) => clerk.get(`${path}&_routes=${encodeURIComponent(route)}`);
  const ofExo = (since: string | undefined) =>
    news(`/returns/exo-1/live.data?since=${since}`, "exos/exoLive");
  const ofList = () => news("/returns/live.data?since=x", "exos/exosLive");

  test("nothing, until something changes", async () => {
    const first = (await ofExo("x")).text;
    const version = first.match(/"version","([\w-]{16})"/)?.[1];
    expect(version).toBeDefined();
    const again = await ofExo(version);
    expect(again.text).toContain("same");
    expect(again.text.length).toBeLessThan(200);
    own.upstream.changeExo("exo-1", (exo) => {
      exo.status.code = "completed";
    });
    expect((await ofExo(version)).text).toContain("Completed");
  });

  test("costs one call, and a failure is news, too", async () => {
    own.upstream.reset();
    await ofList();
    expect(own.upstream.calls.filter(({ path }) => path.startsWith("/api/bc-order"))).toHaveLength(1);
    own.upstream.fail(listCall, { kind: "answer", status: 500, body: "" });
    const reply = await ofList();
    expect(reply.status).toBe(200);
    expect(reply.text).toContain("failed");
  });
});
