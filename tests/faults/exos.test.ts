import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import { jsonAnswer, readFaults } from "#tests/support/upstream/faults.ts";
import type { Fault } from "#tests/support/upstream/start.ts";
import { formsIn, type Visitor } from "#tests/support/visitor.ts";

const listCall = "/api/bc-order/v1/exos";
const detailCall = `${listCall}/exo-2`;
const blobCall = "/api/bc-order/v1/blobs/blob";

let own: Own;
let clerk: Visitor;
beforeAll(async () => {
  own = await startOwn();
  clerk = await own.signedIn("clerk");
});
afterEach(() => own.upstream.reset());
afterAll(() => own.stop());

describe("a list whose upstream", () => {
  test.each(Object.entries(readFaults))("%s keeps its frame and filters", async (_name, fault) => {
    own.upstream.fail(listCall, fault);
    const reply = await clerk.get("/returns/?order=SDY&status=hold");
    const words = wordsOf(reply.text);
    expect(reply.status).toBe(502);
    expect(words).toContain("An error occurred:");
    expect(words).toContain("Try again");
    expect(reply.text).toMatch(/value="SDY"/);
    expect(words).not.toMatch(/undefined|\[object Object\]|ZodError/);
  });

  test("sends one broken row shows the others, and the broken one with its id", async () => {
    const rows = [{ id: "good-1" }, { id: ["odd"] }, { id: 3, actions: "none", status: 7 }];
    own.upstream.fail(listCall, jsonAnswer(200, { items: rows, current_page: "1", pages: { total: 9 } }));
    const words = wordsOf((await clerk.get("/returns/")).text);
    expect(words).toMatch(/good-1.*row 2 could not be read.*3 records on this page/s);
    expect(words, "pages from whatever the envelope calls them").toMatch(/…\s*9/);
  });
});

describe("a detail whose upstream", () => {
  test.each(Object.entries(readFaults))("%s says so in the panel, over the list", async (_name, fault) => {
    own.upstream.fail(detailCall, fault);
    const { text } = await clerk.get("/returns/exo-2?status=active");
    const words = wordsOf(text);
    expect(words).toMatch(/Exchange Detail.*An error occurred:/s);
    expect(text).toContain('aria-label="Dismiss"');
    expect(words, "the list stands").toContain("EXO-00002");
  });
});

describe("a file whose upstream", () => {
  const path = "/returns/exo-2/blobs/ref-label?status=active&tab=references";
  const cases: Record<string, { fault: Fault; status: number; says: string }> = {
    "is down": { fault: { kind: "reset" }, status: 503, says: "could not be reached" },
    "answers 404": { fault: jsonAnswer(404, { error: "No such blob" }), status: 404, says: "No such blob" },
    "sends a web page": {
      fault: { kind: "answer", status: 200, body: "<script>1</script>", type: "text/html" },
      status: 502,
      says: "The portal does not hand this file on",
    },
    "sends a drawing with scripts": {
      fault: { kind: "answer", status: 200, body: "<svg onload='1'/>", type: "image/svg+xml" },
      status: 502,
      says: "The portal does not hand this file on",
    },
    ...Object.fromEntries(
      [
        ["bytes of no known kind", "application/octet-stream", "hello"],
        ["nothing without a type", undefined, ""],
        ["a web page without a type", undefined, "<!doctype html><script>1</script>"],
        ["a web page called a PDF", "application/pdf", "\ufeff <html><script>1</script>"],
        ["a drawing called a picture", "image/png", "<?xml version='1.0'?><svg onload='1'/>"],
        ["a PDF called JSON", "application/json", "%PDF-1.7"],
      ].map(([what, type, body = ""]): [string, (typeof cases)[string]] => [
        `sends ${what}`,
        {
          fault: { kind: "answer", status: 200, body, ...(type === undefined ? {} : { type }) },
          status: 502,
          says: "The portal does not hand this file on",
        },
      ]),
    ),
  };

  test.each([
    ["pdf", "application/pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3"],
    ["png", "image/png", "\x89PNG\r\n\x1a\n\0\0"],
    ["jpg", "image/jpeg", "\xff\xd8\xff\xe0\0"],
    ["gif", "image/gif", "GIF89a\x01\0"],
    ["webp", "image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ])("names no kind hands a .%s on as what its bytes say", async (ending, type, bytes) => {
    const body = Buffer.concat([Buffer.from(bytes, "latin1"), Buffer.alloc(200_000, 7)]);
    for (const named of ["application/octet-stream", "binary/octet-stream", undefined]) {
      own.upstream.fail(blobCall, { kind: "answer", status: 200, body, ...(named ? { type: named } : {}) });
      const reply = await clerk.get(path);
      expect(reply.headers["content-type"]).toBe(type);
      expect(reply.headers["content-disposition"]).toContain(`-Return-label.${ending}"`);
      expect(reply.headers["x-content-type-options"]).toBe("nosniff");
      expect(reply.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
      expect(reply.body.equals(body)).toBe(true);
    }
  });

  test("sends more than 25 MB without a name breaks off, or is told", async () => {
    const body = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(25 * 1024 * 1024, 7)]);
    own.upstream.fail(blobCall, { kind: "answer", status: 200, body, type: "application/octet-stream" });
    const reply = await clerk.get(path, { "sec-fetch-dest": "empty" }).catch((error: Error) => error);
    expect(reply instanceof Error || reply.text.includes("larger than 25 MB")).toBe(true);
  });

  test("sends the portal on to another address is refused, and that one is not asked", async () => {
    const headers = { location: `${own.upstream.origin}/secret` };
    own.upstream.fail(blobCall, { kind: "answer", status: 302, body: "", headers });
    own.upstream.calls.length = 0;
    const reply = await clerk.get(path, { "sec-fetch-dest": "empty", accept: "*/*" });
    expect(reply.status).toBe(502);
    expect(reply.text).toContain("where the portal does not go");
    expect(own.upstream.calls.map(({ path: asked }) => asked)).not.toContain("/secret");
  });

  test.each(Object.entries(cases))(
    "%s is told as JSON to a script",
    async (_name, { fault, status, says }) => {
      own.upstream.fail(blobCall, fault);
      const reply = await clerk.get(path, { "sec-fetch-dest": "empty", accept: "*/*" });
      expect(reply.status).toBe(status);
      expect(reply.headers["content-type"]).toMatch(/application\/json/);
      expect(reply.text).toContain(says);
    },
  );

  test.each(Object.entries(cases))("%s leads a browser back to the card", async (_name, { fault, says }) => {
    own.upstream.fail(blobCall, fault);
    const reply = await clerk.get(path, { "sec-fetch-dest": "document" });
    expect(reply.location).toBe(
      `${own.portal.url}/returns/exo-2?status=active&tab=references&failed=ref-label#failed-file`,
    );
    const page = await clerk.follow(reply);
    expect(wordsOf(page.text)).toMatch(/Return label.*Download.*An error occurred:/s);
    expect(wordsOf(page.text)).toContain(says);
    expect(wordsOf((await clerk.get(page.url)).text), "once").not.toContain(says);
  });
});

test("an action that fails is shown in the dialog, and may be confirmed again", async () => {
  const opened = await clerk.get("/returns/exo-5/actions/hold");
  const form = formsIn(opened.text, opened.url).find(({ html }) => html.includes("Confirm"));
  if (!form) throw new Error(wordsOf(opened.text));
  own.upstream.fail(`${listCall}/exo-5/action/hold`, jsonAnswer(409, { error: "Somebody was faster" }), 1);
  const failed = await clerk.post(form.action, form.fields);
  expect(failed.status).toBe(409);
  expect(wordsOf(failed.text)).toMatch(/Confirm Action.*Somebody was faster.*Are you sure/s);
  const today = async () => wordsOf((await clerk.get("/today")).text);
  expect(await today()).toMatch(/Submitted: Put on Hold for exchange order EXO-\d+.*Somebody was faster/s);
  const retry = formsIn(failed.text, failed.url).find(({ html }) => html.includes("Confirm"));
  const sent = await clerk.follow(await clerk.post(form.action, retry?.fields));
  expect(wordsOf(sent.text)).toContain("Submitted: Put on Hold");
  expect(await today(), "done after all").not.toContain("Somebody was faster");
});

test("an EXO that cannot be read when its dialog opens refuses, and keeps the list", async () => {
  own.upstream.fail(detailCall, jsonAnswer(500, { error: "Broken" }));
  const words = wordsOf((await clerk.get("/returns/exo-2/actions/hold")).text);
  expect(words).toMatch(/Confirm Action.*Broken.*Nothing can be submitted/s);
  expect(words).toContain("EXO-00002");
});

test("a 401 while confirming leads through sign-in, back to the question", async () => {
  const opened = await clerk.get("/returns/exo-6/actions/hold");
  const form = formsIn(opened.text, opened.url).find(({ html }) => html.includes("Confirm"));
  own.upstream.fail(`${listCall}/exo-6/action/hold`, jsonAnswer(401, { error: "expired" }));
  const away = await clerk.post(form?.action ?? "", form?.fields);
  expect(new URL(away.location ?? "").searchParams.get("returnTo")).toBe("/returns/exo-6/actions/hold");
});

describe("a person's photo [sign-in#photo, calls#photo, shell#avatar]", () => {
  const photoCall = "/v1.0/me/photos/48x48/$value";
  const photoOf = async (fault?: Fault) => {
    if (fault) own.upstream.fail(photoCall, fault);
    return (await (await own.signedIn("admin")).get("/avatar")).headers["content-type"];
  };

  test("is shown", async () => {
    expect(await photoOf()).toBe("image/png");
  });

  test("that is said to be elsewhere is not asked for there", async () => {
    const headers = { location: `${own.upstream.origin}/elsewhere` };
    expect(await photoOf({ kind: "answer", status: 302, body: "", headers })).toBe("image/svg+xml");
    expect(own.upstream.calls.map(({ path }) => path)).not.toContain("/elsewhere");
  });

  test("that is too large is left, packed as it may be", async () => {
    const body = gzipSync(Buffer.alloc(3 * 1024 * 1024));
    const headers = { "content-encoding": "gzip" };
    const fault: Fault = { kind: "answer", status: 200, body, type: "image/png", headers };
    expect(await photoOf(fault)).toBe("image/svg+xml");
  });
});
