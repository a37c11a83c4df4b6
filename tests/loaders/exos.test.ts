import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { exoId } from "#tests/support/seeded.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { type Fault, json } from "#tests/support/upstream/proxy.ts";
import { formIn, formsIn, type Visitor } from "#tests/support/visitor.ts";

const listCall = "/api/bc-order/v1/exos";
const blobCall = "/api/bc-order/v1/blobs/blob";
/** A stale return of Superdry's, with all its documents; one with 2,000 history entries; one with forty photos. */
const [stale, long, photos] = [exoId(136), exoId(6), exoId(7)];

let stack: Stack;
let clerk: Visitor;
beforeAll(async () => {
  stack = await sharedStack();
  clerk = await stack.signedIn("clerk");
  await clerk.get("/returns/");
});
afterEach(() => stack.upstream.reset());

const calls = (path: string) => stack.upstream.calls.filter((call) => call.path === path);
const posts = () =>
  stack.upstream.calls.filter(({ method, path }) => method === "POST" && path.startsWith("/api/"));
const html = (body: string, type = "text/html"): Fault => ({ status: 200, body, type });

test("a list, and a detail on each of its tabs, costs one call [screens#count, screens#one-load]", async () => {
  stack.upstream.reset();
  expect(wordsOf((await clerk.get("/returns/")).text)).toContain("20 records on this page");
  expect(stack.upstream.calls.filter(({ path }) => path.startsWith("/api/bc-order"))).toHaveLength(1);
  for (const tab of [
    "",
    "?tab=references",
    "?tab=history&mundane=1",
    "?tab=document",
    "?tab=document&as=text",
  ]) {
    stack.upstream.reset();
    expect(wordsOf((await clerk.get(`/returns/${stale}${tab}`)).text), tab).toContain("Exchange Detail");
    expect(calls(`${listCall}/${stale}`), tab).toHaveLength(1);
  }
  const nameless = await stack.signedIn("nameless");
  expect(wordsOf((await nameless.get("/returns/")).text)).toContain("No Actions Available");
});

test("another store's EXO leads to where it is shown; the whole document is a file, or the panel says why not", async () => {
  const elsewhere = await clerk.get(`/store/CLK/returns/${stale}`);
  expect(elsewhere.status).toBe(404);
  expect(wordsOf(elsewhere.text)).toContain("belongs to another store");
  expect(elsewhere.text).toContain(`href="/returns/${stale}"`);
  const reply = await clerk.get(`/returns/${long}/document.json`);
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="EXO-000006-document.json"');
  expect(JSON.parse(reply.text)).toHaveProperty("histories.length", 2000);
  expect((await clerk.get(`/store/CLK/returns/${long}/document.json`)).status).toBe(404);
  stack.upstream.fail(`${listCall}/${stale}`, { kind: "reset" });
  const path = `/returns/${stale}/document.json?status=active&tab=document`;
  const unread = await clerk.get(path, { "sec-fetch-dest": "document" });
  expect(unread.location).toBe(`${stack.portal.url}/returns/${stale}?status=active&tab=document`);
  expect((await clerk.get(path, { "sec-fetch-dest": "empty" })).status).toBe(503);
});

test("one broken row costs only itself, and pages are counted whatever the envelope calls them [errors#unknown-shape]", async () => {
  const rows = [{ id: "good-1" }, { id: ["odd"] }, { id: 3, actions: "none", status: 7 }];
  stack.upstream.fail(listCall, json(200, { items: rows, current_page: "1", pages: { total: 9 } }));
  const words = wordsOf((await clerk.get("/returns/")).text);
  expect(words).toMatch(/good-1.*row 2 could not be read.*3 records on this page/s);
  expect(words).toMatch(/…\s*9/);
});

describe("a file", () => {
  const path = `/returns/${stale}/blobs/acquire-shipment-labels-3?status=active&tab=references`;
  const safe = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  };

  test("is served safely, requested by the server's reference, with the type of its bytes [returns#files, errors#file-type]", async () => {
    const requested = `${path}&blobitem=%7B%22SourceId%22%3A%22evil%22%7D`;
    expect((await clerk.get(requested)).headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="EXO-000136-Return-label.pdf"',
      ...safe,
    });
    const [call] = calls(blobCall);
    expect(JSON.parse(call?.query.get("meta") ?? "")).toMatchObject({
      blob_id: `exos/${stale}/return-label.pdf`,
    });
    expect(call?.query.has("blobitem")).toBe(false);
    const body = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), Buffer.alloc(200_000, 7)]);
    for (const type of ["application/octet-stream", undefined]) {
      stack.upstream.fail(blobCall, { status: 200, body, ...(type ? { type } : {}) });
      const reply = await clerk.get(path);
      expect(reply.headers).toMatchObject({ "content-type": "image/png", ...safe });
      expect(reply.headers["content-disposition"]).toContain('-Return-label.png"');
      expect(reply.body.equals(body)).toBe(true);
    }
  });

  test("that is one of forty costs no look at the EXO of its own, and one that isn't there none at all", async () => {
    const photo = (number: number) =>
      `/returns/${photos}/blobs/${encodeURIComponent(`photos/${number * 7}.png`)}`;
    await clerk.get(photo(0));
    stack.upstream.reset();
    for (let number = 1; number <= 9; number += 1) {
      const { headers } = await clerk.get(photo(number));
      expect(headers["content-type"]).toBe("image/png");
      expect(headers["content-disposition"]).toMatch(/^inline; /);
    }
    expect([calls(`${listCall}/${photos}`).length, calls(blobCall).length]).toEqual([0, 9]);
    stack.upstream.reset();
    for (const none of [
      `/returns/${stale}/blobs/nothing`,
      `/store/CLK/returns/${stale}/blobs/acquire-shipment-labels-3`,
    ])
      expect((await clerk.get(none, { "sec-fetch-dest": "empty" })).status).toBe(404);
    expect(calls(blobCall)).toHaveLength(0);
  });

  test("that can't be served is reported as JSON to a script, and redirects a browser to the panel, which says why once [errors#download, errors#file-type]", async () => {
    const notHanded = "The portal does not hand this file on";
    const elsewhere = { location: `${stack.upstream.origin}/secret` };
    const cases: [Fault, number, string][] = [
      [{ kind: "reset" }, 503, "could not be reached"],
      [json(404, { error: "No such blob" }), 404, "No such blob"],
      [html("<script>1</script>"), 502, notHanded],
      [html("<svg onload='1'/>", "image/svg+xml"), 502, notHanded],
      [html("\ufeff <html><script>1</script>", "application/pdf"), 502, notHanded],
      [{ status: 200, body: "hello" }, 502, notHanded],
      [{ status: 302, body: "", headers: elsewhere }, 502, "where the portal does not go"],
    ];
    for (const [fault, status, says] of cases) {
      stack.upstream.fail(blobCall, fault);
      const reply = await clerk.get(path, { "sec-fetch-dest": "empty", accept: "*/*" });
      expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(says)]);
      expect(reply.headers["content-type"]).toMatch(/application\/json/);
    }
    expect(calls("/secret")).toEqual([]);
    const back = await clerk.get(path, { "sec-fetch-dest": "document" });
    expect(back.location).toBe(`${stack.portal.url}/returns/${stale}?status=active&tab=references`);
    const page = await clerk.follow(back);
    expect(wordsOf(page.text)).toMatch(
      /could not be downloaded.*where the portal does not go.*Reference:.*Return label.*Download/s,
    );
    expect(wordsOf((await clerk.get(page.url)).text), "once").not.toContain("could not be downloaded");
    expect(stack.portal.output()).toContain("upstream file not handed on");
  });
});

/** A confirm page, and its form with this button. */
const questionAt = async (path: string, button = "Confirm", visitor = clerk) => {
  const page = await visitor.get(path);
  // The dialog follows the list beneath it.
  const form = formsIn(page.text, page.url).findLast(({ html }) => html.includes(button));
  if (!form) throw new Error(wordsOf(page.text));
  return { page, words: wordsOf(page.text), form };
};
const send = async (
  { action, fields }: { action: string; fields: Record<string, string> },
  visitor = clerk,
) => visitor.follow(await visitor.post(action, fields));

describe("an action", () => {
  const path = `/returns/${stale}/actions/hold?status=manual&tab=history&from=detail`;

  test("asks in the specified words, is sent once with an empty body, and redirects with a message [returns#confirming, actions#message]", async () => {
    const { words, form } = await questionAt(path);
    expect(words).toContain(`Are you sure you want to perform this action on exchange order ${stale}?`);
    expect(words, "the facts of the panel stand beside the question").toMatch(
      /EXO Name.*EXO-000136.*Status .* · .*Customer.*Store.*Superdry/,
    );
    expect(words).toMatch(/Confirm Action.*Put On Hold.*Stops the processing until somebody resumes it\./s);
    const sent = await clerk.post(form.action, form.fields);
    expect(sent.location).toBe(`${stack.portal.url}/returns/${stale}?status=manual&tab=history`);
    const back = await clerk.follow(sent);
    // In the panel, which hides the frame's message.
    const panel = back.text.slice(back.text.indexOf("<dialog"));
    expect(wordsOf(panel)).toContain("Submitted: Put On Hold for exchange order EXO-000136");
    const again = await send(form);
    expect(wordsOf(again.text)).toContain("Already submitted: Put On Hold");
    expect(wordsOf(again.text)).toContain("Nothing was sent a second time.");
    expect(posts()).toMatchObject([{ path: `${listCall}/${stale}/action/hold`, body: "" }]);
    expect(posts()[0]?.headers["idempotency-key"]).toBe(form.fields.token);
  });

  test("on another store's EXO, that is not offered, or without a username, is refused, and nothing is sent [actions#unknown-input]", async () => {
    const other = exoId(126);
    const elsewhere = `/store/CLK/returns/${other}/actions/hold`;
    const { form } = await questionAt(`/returns/${other}/actions/hold`);
    for (const reply of [await clerk.get(elsewhere), await clerk.post(elsewhere, form.fields)])
      expect(wordsOf(reply.text)).toContain("belongs to another store");
    stack.upstream.change(`${listCall}/${other}`, ({ item }) => ({ item: { ...item, actions: [] } }));
    const gone = await clerk.post(form.action, { ...form.fields, token: "another" });
    expect([gone.status, wordsOf(gone.text)]).toEqual([409, expect.stringContaining("not offered now")]);
    const nameless = await stack.signedIn("nameless");
    expect(wordsOf((await nameless.get(path)).text)).toContain("it is offered no actions");
    expect((await nameless.post(path, { token: "t", name: "x" })).status).toBe(403);
    stack.upstream.change("/api/getmetaproducts", ([row]) => [
      {
        ...row,
        availableActions: [{ value: "teleport", text: "Teleport", config: { inputType: "hologram" } }],
      },
    ]);
    const odd = await clerk.get("/store/SDY/products/sdy-40200001-pnk/actions/teleport?group=40200001_PNK");
    expect(wordsOf(odd.text)).toMatch(/hologram.*Close/);
    expect(formsIn(odd.text, odd.url).some(({ html }) => html.includes(">Yes<"))).toBe(false);
    expect(posts()).toEqual([]);
  });

  test("that fails is shown in its dialog, and may be confirmed again [actions#failure]", async () => {
    const { form } = await questionAt(`/returns/${exoId(138)}/actions/hold`);
    stack.upstream.fail(
      `${listCall}/${exoId(138)}/action/hold`,
      json(409, { error: "Somebody was faster" }),
      1,
    );
    const failed = await clerk.post(form.action, form.fields);
    expect(failed.status).toBe(409);
    expect(wordsOf(failed.text)).toMatch(/Confirm Action.*Somebody was faster.*Are you sure/s);
    const today = async () => wordsOf((await clerk.get("/today")).text);
    expect(await today()).toMatch(/Submitted: Put On Hold for exchange order EXO-\d+.*Somebody was faster/s);
    const retry = formIn(failed, "Confirm");
    expect(wordsOf((await send(retry)).text)).toContain("Submitted: Put On Hold");
    expect(await today(), "done after all").not.toContain("Somebody was faster");
  });

  test("whose record can't be read sends nothing, when opened and when confirmed; a 401 leads through sign-in back to it", async () => {
    const failed = exoId(132);
    const { form } = await questionAt(`/returns/${failed}/actions/reject`);
    stack.upstream.fail(`${listCall}/${failed}`, json(500, { error: "Broken" }));
    const opened = wordsOf((await clerk.get(`/returns/${failed}/actions/reject`)).text);
    expect(opened).toMatch(/Confirm Action.*Broken.*Nothing can be submitted/s);
    expect(opened, "the list stands").toContain("EXO-000150");
    const sent = wordsOf((await clerk.post(form.action, form.fields)).text);
    expect(sent).toMatch(/Nothing was sent\..*perform this action on exchange order e49abf44/s);
    expect(sent, "the dialog stays what it was").toMatch(/EXO Name.*EXO-000132.*Customer.*Store.*Reebok/s);
    expect(posts()).toEqual([]);
    const admin = await stack.signedIn("admin");
    const question = await questionAt(`/returns/${exoId(128)}/actions/hold`, "Confirm", admin);
    stack.upstream.fail(`${listCall}/${exoId(128)}/action/hold`, json(401, { error: "expired" }));
    const away = await admin.post(question.form.action, question.form.fields);
    expect(new URL(away.location ?? "").searchParams.get("returnTo")).toBe(
      `/returns/${exoId(128)}/actions/hold`,
    );
  });
});

test("a poll of a list or an EXO costs one call, and returns nothing until something changes; a failure is a change, too", async () => {
  const news = (path: string, route: string) => clerk.get(`${path}&_routes=${encodeURIComponent(route)}`);
  const ofExo = (since: string | undefined) =>
    news(`/returns/${exoId(146)}/live.data?since=${since}`, "panel:exos/exosLive");
  const version = (await ofExo("x")).text.match(/"version","([\w-]+)"/)?.[1];
  expect(version).toBeDefined();
  const same = await ofExo(version);
  expect(same.text).toContain("same");
  expect(same.text.length).toBeLessThan(200);
  stack.upstream.change(`${listCall}/${exoId(146)}`, ({ item }) => ({
    item: { ...item, status: { ...item.status, code: "completed" } },
  }));
  expect((await ofExo(version)).text).toContain("Completed");
  stack.upstream.reset();
  const ofList = () => news("/returns/live.data?since=x", "exos/exosLive");
  await ofList();
  expect(stack.upstream.calls.filter(({ path }) => path.startsWith("/api/bc-order"))).toHaveLength(1);
  stack.upstream.fail(listCall, { status: 500, body: "" });
  const reply = await ofList();
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining("failed")]);
});

test("a person's photo is shown; one from elsewhere or too large is replaced by initials [errors#sign-in, sign-in#photo, calls#photo, shell#avatar]", async () => {
  const photoOf = async (fault?: Fault) => {
    if (fault) stack.upstream.fail("/v1.0/me/photos/48x48/$value", fault);
    return (await (await stack.signedIn("admin")).get("/avatar")).headers["content-type"];
  };
  expect(await photoOf()).toBe("image/png");
  const elsewhere = { location: `${stack.upstream.origin}/elsewhere` };
  expect(await photoOf({ status: 302, body: "", headers: elsewhere })).toBe("image/svg+xml");
  expect(calls("/elsewhere")).toEqual([]);
  const headers = { "content-encoding": "gzip" };
  const large: Fault = {
    status: 200,
    body: gzipSync(Buffer.alloc(3 * 1024 * 1024)),
    type: "image/png",
    headers,
  };
  expect(await photoOf(large), "packed as it may be").toBe("image/svg+xml");
});
