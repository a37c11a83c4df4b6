import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { request } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Portal, startPortal } from "#tests/support/portal.ts";
import { freePort, repository } from "#tests/support/processes.ts";
import { exoId } from "#tests/support/seeded.ts";
import { draftCount, haveAsked } from "#tests/support/session.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { swallowingProxy } from "#tests/support/swallowingProxy.ts";
import { frozenApi } from "#tests/support/upstream/frozen.ts";
import { formIn, formsIn, Visitor } from "#tests/support/visitor.ts";

let stack: Stack;
let admin: Visitor;
beforeAll(async () => {
  stack = await startStack({}, frozenApi);
  admin = await stack.signedIn("admin");
});
beforeEach(() => {
  stack.upstream.calls.length = 0;
});
afterEach(() => stack.upstream.reset());
afterAll(() => stack.stop());

type Sent = {
  id?: string;
  method: string;
  type?: string;
  origin?: string;
  body?: string | Buffer;
  accept?: string;
  from?: string;
};

/** A request that no page sends. */
async function send(
  path: string,
  { method, type, origin, body, accept = "text/html", from, id }: Sent,
  visitor = admin,
) {
  const cookie = visitor
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const reply = await request(stack.portal.url + path, {
    method,
    headers: {
      accept,
      cookie,
      ...(type === undefined ? {} : { "content-type": type }),
      ...(origin === undefined ? {} : { origin }),
      ...(id === undefined ? {} : { "x-correlation-id": id }),
      ...(from === undefined ? {} : { "x-forwarded-for": from }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, text, words: wordsOf(text) };
}

const form = "application/x-www-form-urlencoded";
const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const confirm = `/returns/${exoId(104)}/actions/hold`;
const writes = () => stack.upstream.calls.filter(({ method }) => method !== "GET");

const linesOf = (text: string): Record<string, unknown>[] =>
  text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));

/** The matching lines of the log: a line is written when its request is over. */
async function logged(isMeant: (line: Record<string, unknown>) => boolean) {
  const found = () => linesOf(stack.portal.output()).filter(isMeant);
  await expect.poll(() => found().length).toBeGreaterThan(0);
  return found();
}

describe("a request that does nothing but", () => {
  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])(
    "%s is no action [errors#gate]",
    async (method) => {
      const body = method === "TRACE" ? {} : { type: form, body: "token=t" };
      for (const path of [confirm, `${confirm}.data`, "/store/SDY/printlabel/batch", "/assets/x.js"]) {
        const reply = await send(path, { method, origin: stack.portal.url, ...body });
        expect(reply.status, path).toBe(405);
        expect(reply.headers.allow, path).toBe("GET, HEAD, POST");
        expect(reply.words, path).toContain("Nothing was done.");
      }
      expect(writes()).toEqual([]);
    },
  );
});

describe("a form from another page [errors#gate]", () => {
  test.each(["https://evil.example", "null", undefined])("of %s is refused in words", async (origin) => {
    for (const [path, accept] of [
      [confirm, "text/html"],
      ["/auth/login", "text/html"],
      [`${confirm}.data`, "*/*"],
      ["/print/sign", "*/*"],
    ] as const) {
      const sent = { method: "POST", type: form, body: "token=t", accept };
      const reply = await send(path, { ...sent, ...(origin === undefined ? {} : { origin }) });
      expect(reply.status, path).toBe(403);
      expect(reply.text, path).toContain(
        "This form was not sent from a page of the portal, so nothing was done.",
      );
      expect(reply.headers["x-content-type-options"], path).toBe("nosniff");
      expect(reply.headers["cache-control"], path).toMatch(/no-store/);
    }
    expect(writes()).toEqual([]);
  });
});

test("a stranger's log-out as data is a refusal, and no unexpected error", async () => {
  const sent = { method: "POST", type: form, origin: "https://evil.example", body: "x=1", accept: "*/*" };
  expect((await send("/auth/provider-logout.data", sent)).status).toBe(403);
  const id = "a-write-to-no-action";
  const page = await send("/login", { ...sent, origin: stack.portal.url, id });
  expect(page.status).toBe(405);
  const [line] = await logged(({ correlationId, msg }) => correlationId === id && msg === "refused");
  expect(line).toMatchObject({ level: 40, status: 405 });
  expect(stack.portal.output()).not.toMatch(/unexpected error|\n\s+at /);
});

describe("invalid forms [errors#gate]", () => {
  test.each([
    ["JSON", "application/json", "{}", 415],
    ["text", "text/plain", "token=t", 415],
    ["nothing that it names", undefined, "token=t", 415],
    ["parts without a boundary", "multipart/form-data", "x", 415],
    ["parts of an escaped boundary", `multipart/form-data; boundary="\\${boundary}"`, "x", 415],
    [
      "parts that break off",
      `multipart/form-data; boundary=${boundary}`,
      `--${boundary}\r\nContent-Disposition: form-da`,
      400,
    ],
  ])("%s is refused in words", async (_, type, body, status) => {
    for (const path of ["/auth/login", confirm, "/store/SDY/printlabel/batch"]) {
      const sent = { method: "POST", origin: stack.portal.url, body };
      const reply = await send(path, { ...sent, ...(type === undefined ? {} : { type }) });
      expect(reply.status, path).toBe(status);
      expect(reply.words, path).toContain("nothing was done");
    }
  });
});

describe("a body", () => {
  const sized = (kilobytes: number) => ({
    method: "POST",
    type: form,
    origin: stack.portal.url,
    body: `returnTo=${"x".repeat(kilobytes * 1024)}`,
  });

  test("that is larger than a page takes is refused in words, also of somebody who is not signed in", async () => {
    const nobody = new Visitor(stack.portal.url);
    for (const [path, visitor] of [
      ["/auth/login", nobody],
      ["/store/CLK/nswvoucher", admin],
      [confirm, admin],
    ] as const) {
      const reply = await send(path, sized(300), visitor);
      expect(reply.status, path).toBe(413);
      expect(reply.words, path).toContain("larger than 256 KB, the most that this page takes");
    }
  });

  test("that does not say how long it is, is refused unread", async () => {
    const reply = await request(`${stack.portal.url}/auth/login`, {
      method: "POST",
      headers: { origin: stack.portal.url, "content-type": form, accept: "text/html" },
      body: Readable.from(["returnTo=/"]),
    });
    expect(reply.statusCode).toBe(411);
    expect(wordsOf(await reply.body.text())).toContain("does not say how long it is");
  });

  test("of a partner's file may be larger in parts, and not as fields", async () => {
    const path = "/edi/myer/check-file";
    expect((await send(path, sized(300))).status).toBe(413);
    const parts = new FormData();
    parts.set("file", new File(["A".repeat(13 * 1024 * 1024)], "large.edi"));
    expect((await admin.post(path, parts)).status).toBe(413);
  });

  test("of a rule may be larger, to a point", async () => {
    const rule = "/store/CLK/customrules/new";
    expect((await send(rule, sized(300))).status).toBe(400);
    expect((await send(rule, sized(2_100))).status).toBe(413);
  });
});

describe("every answer, behind https,", () => {
  let https: Portal;
  let visitor: Visitor;
  beforeAll(async () => {
    https = await startPortal({
      ...stack.upstream.environment,
      APP_URL: "https://portal.example.test",
      MICROSOFT_CLIENT_SECRET: "of an app registration",
    });
    visitor = new Visitor(https.url);
  });
  afterAll(() => https.stop());

  const asset = () => `/assets/${readdirSync(join(repository, "build/client/assets"))[0]}`;
  const addresses = [
    ...["/login", "/", "/store/SDY/products", "/auth/callback?code=c&state=s", "/auth/logout", "/nowhere"],
    ...["/service-worker.js", "/avatar", "/orders/export.json", "/orders/export.xlsx", "/print/certificate"],
    ...["/%ff", "/login.data", "/returns/live.data", "/healthz", "/readyz"],
  ];

  test.each(addresses)(
    "%s says that it is to be kept nowhere, is what it says, and https only",
    async (path) => {
      const { headers } = await visitor.get(path);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
      expect(headers["cache-control"]).toMatch(/no-store/);
      expect(headers["x-powered-by"]).toBeUndefined();
    },
  );

  test("a redirect leaves a popup in touch with the page that opened it", async () => {
    const { status, headers } = await visitor.get("/auth/callback?code=c&state=s");
    expect(status).toBe(302);
    expect(headers["cross-origin-opener-policy"]).toBeUndefined();
  });

  test("a file may be cached", async () => {
    for (const path of ["/favicon.svg", asset()]) {
      const { status, headers } = await visitor.get(path);
      expect(status).toBe(200);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["strict-transport-security"]).toMatch(/max-age/);
      expect(headers["cache-control"]).toMatch(/^public, max-age=\d+/);
    }
  });

  test("a refusal too", async () => {
    for (const reply of [
      await visitor.post("/auth/login", {}),
      await visitor.post("/auth/login", {}, { origin: "https://portal.example.test" }),
    ]) {
      expect([302, 403]).toContain(reply.status);
      expect(reply.headers["x-content-type-options"]).toBe("nosniff");
      expect(reply.headers["strict-transport-security"]).toMatch(/max-age/);
      expect(reply.headers["cache-control"]).toMatch(/no-store/);
    }
  });
});

describe("the log", () => {
  test("has one line per request, with the person and the route, and nothing of any customer [errors#log]", async () => {
    const id = "a-request-of-the-test";
    await admin.get("/returns?emailAddress=carla%40example.test&order=SDY-1", { "x-correlation-id": id });
    const lines = await logged(({ correlationId }) => correlationId === id);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 30,
      msg: "request",
      method: "GET",
      route: "/returns",
      status: 200,
    });
    expect(lines[0]).toMatchObject({ subject: expect.any(String), ms: expect.any(Number) });
    expect(lines[0]?.upstreamMs).toBeGreaterThan(0);
    await admin.get("/auth/callback?code=spent-code&state=spent-state");
    await admin.get("/carla@example.test");
    expect(stack.portal.output()).not.toMatch(/carla|SDY-1|spent-/);
  });

  test("warns of refusals, without a stack", async () => {
    const id = "a-refusal-of-the-test";
    const sent = { method: "POST", type: form, origin: "https://evil.example", body: "token=t", id };
    await send("/returns/exo-77/actions/hold", sent);
    const lines = await logged(({ correlationId }) => correlationId === id);
    expect(lines.at(-1)).toMatchObject({
      level: 40,
      msg: "refused",
      route: "/returns/:exoId/actions/:action",
      status: 403,
    });
    expect(stack.portal.output()).not.toMatch(/unexpected error|exo-77|\n\s+at /);
  });
});

describe("too many", () => {
  test("sign-ins from one address wait, and no others do", async () => {
    const begin = (from: string) =>
      send("/auth/login", { method: "POST", type: form, origin: stack.portal.url, body: "returnTo=/", from });
    expect((await begin("203.0.113.9")).status).toBe(302);
    await haveAsked(stack.portal, "sign-in", "203.0.113.9", 119);
    expect((await begin("203.0.113.9")).status).toBe(302);
    const refused = await begin("203.0.113.9");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.words).toMatch(/too much in too short a time.*Try again in \d+ (second|minute)s?/);
    expect((await begin("203.0.113.10")).status).toBe(302);
  });

  test("writes of one person wait: nothing of them is parsed, stored or sent on [errors#rates]", async () => {
    const clerk = await stack.signedIn("clerk");
    const opened = await clerk.get("/store/SDY/products/sdy-40200001-pnk/actions/reject?group=40200001_PNK");
    const dialog = formIn(opened, ({ fields }) => "token" in fields);
    await clerk.post("/print/printer");
    await haveAsked(stack.portal, "writes", clerk, 239);
    expect((await clerk.post("/print/printer")).status, "the last one of this minute").not.toBe(429);
    stack.upstream.calls.length = 0;
    const refused = await clerk.post(dialog.action, { ...dialog.fields, note: "Typed before" });
    expect(refused.status).toBe(429);
    expect(stack.upstream.calls).toEqual([]);
    const { pathname } = new URL(dialog.action);
    const data = await clerk.post(`${pathname}.data`, dialog.fields, { accept: "*/*" });
    expect(data.status).toBe(429);
    expect(data.headers["content-type"]).toMatch(/^text\/x-script/);
    expect(data.text).toContain("too much in too short a time");
    const before = await draftCount(stack.portal);
    const form = { token: dialog.fields.token ?? "", name: "A".repeat(200_000) };
    for (let n = 0; n < 10; n += 1) expect((await clerk.post(`/views/v${n}`, form)).status).toBe(429);
    const broken = { type: `multipart/form-data; boundary=${boundary}`, body: `--${boundary}\r\nfoo` };
    const parts = await send(pathname, { method: "POST", origin: stack.portal.url, ...broken }, clerk);
    expect(parts.status, "not even whether it is whole").toBe(429);
    expect(await draftCount(stack.portal)).toBe(before);
    expect((await clerk.get(dialog.action)).text, "no draft").not.toContain("Typed before");
    expect((await admin.post("/store/CLK/nowhere")).status, "others write on").not.toBe(429);
  });
});

/** Another process of the portal, whose way to their database may swallow everything. */
async function portalBehindProxy() {
  const url = new URL(stack.portal.database ?? "");
  const proxy = await swallowingProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const portal = await startPortal({ ...stack.upstream.environment, PORTAL_DATABASE_URL: url.href });
  const cookie = admin.cookies().map(({ name, value }) => `${name}=${value}`);
  const get = (path: string) =>
    fetch(portal.url + path, {
      headers: { accept: "text/html", cookie: cookie.join("; ") },
      redirect: "manual",
    });
  return {
    ...{ portal, proxy, get, cookie: cookie.join("; ") },
    async stop() {
      await portal.stop();
      await proxy.close();
    },
  };
}

test("a write that fails before the routes says so, with its reference, and keeps what was typed [errors#before-routes]", async () => {
  const { portal, proxy, cookie, stop } = await portalBehindProxy();
  try {
    const headers = { origin: portal.url, "content-type": form, cookie };
    const body = "returnTo=%2Forders%3Fq%3D%2522typed";
    proxy.swallow();
    const page = await request(`${portal.url}/preferences`, {
      ...{ method: "POST", body },
      headers: { ...headers, accept: "text/html", "x-correlation-id": "a-failure-of-the-test" },
    });
    expect(page.statusCode).toBe(503);
    expect(page.headers["retry-after"]).toBe("10");
    const text = await page.body.text();
    expect(wordsOf(text)).toContain("so nothing was done");
    expect(wordsOf(text)).toContain("a-failure-of-the-test");
    const again = formsIn(text, `${portal.url}/preferences`).find(({ fields }) => "returnTo" in fields);
    expect(again).toMatchObject({
      action: `${portal.url}/preferences`,
      fields: { returnTo: "/orders?q=%22typed" },
    });
    const data = await request(`${portal.url}/preferences.data`, { method: "POST", headers, body });
    expect(data.statusCode).toBe(503);
    expect(await data.body.text()).toContain("typed");
  } finally {
    await stop();
  }
});

describe("the operator", () => {
  test("hears that it lives and is ready, without signing in", async () => {
    const nobody = new Visitor(stack.portal.url);
    const [lives, ready] = [await nobody.get("/healthz"), await nobody.get("/readyz")];
    expect([lives.status, lives.text]).toEqual([200, "ok"]);
    expect([ready.status, ready.text]).toEqual([200, "ready"]);
  });

  test.each(["swallow", "end"] as const)(
    "and a person hear that the database does not answer (%s), until it does, and nothing waits for it [errors#database-silent]",
    async (fault) => {
      const { proxy, get, stop } = await portalBehindProxy();
      const statusOf = async (path: string) => (await get(path)).status;
      try {
        expect(await statusOf("/readyz")).toBe(200);
        proxy[fault]();
        const pages = ["/", "/today", "/orders", "/sessions", "/orders/export.xlsx"];
        for (const reply of await Promise.all(pages.map(get))) {
          expect(reply.status).toBe(503);
          expect(wordsOf(await reply.text())).toContain("database does not answer");
        }
        await expect.poll(() => statusOf("/readyz")).toBe(503);
        expect(await statusOf("/healthz")).toBe(200);
        proxy.forward();
        await expect.poll(() => statusOf("/readyz")).toBe(200);
        expect(await statusOf("/sessions")).toBe(200);
      } finally {
        await stop();
      }
    },
  );

  test("hears that it is not ready while the API does not answer", async () => {
    const nowhere = `http://localhost:${await freePort()}`;
    const portal = await startPortal({ ...stack.upstream.environment, PORTAL_API_URL: nowhere });
    try {
      const nobody = new Visitor(portal.url);
      expect((await nobody.get("/healthz")).status).toBe(200);
      expect((await nobody.get("/readyz")).status).toBe(503);
    } finally {
      await portal.stop();
    }
  });

  test("finds no service worker of the portal's, but one that ends its predecessor's [shell#service-worker]", async () => {
    const { text, headers } = await new Visitor(stack.portal.url).get("/service-worker.js");
    expect(text).toContain("registration.unregister()");
    expect(headers["content-type"]).toContain("text/javascript");
  });

  test("may stop it at any time: requests under way are answered", async () => {
    const clerk = await stack.signedIn("clerk");
    const { portal, upstream } = stack;
    upstream.calls.length = 0;
    upstream.fail("/api/bc-order/v1/exos", { kind: "delay", milliseconds: 1_500 });
    const pending = clerk.get("/returns");
    await expect.poll(() => upstream.calls.some(({ path }) => path === "/api/bc-order/v1/exos")).toBe(true);
    await portal.stop();
    const reply = await pending;
    expect(reply.status).toBe(200);
    expect(wordsOf(reply.text)).toContain("Returns and Exchanges");
    expect(portal.exitCode()).toBe(0);
  });
});
