import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Own, sharedOwn, startOwn } from "#tests/support/own.ts";
import { repository } from "#tests/support/processes.ts";
import { Visitor } from "#tests/support/visitor.ts";

let own: Own;
let clerk: Visitor;
beforeAll(async () => {
  own = await sharedOwn();
  clerk = await own.signedIn("clerk");
});

const pages = ["/store/", "/store/SDY", "/store/SDY/products", "/store/NOPE", "/nowhere", "/login"];

describe("every page", () => {
  test.each(pages)("%s carries the security headers", async (path) => {
    const { headers } = await (path === "/login" ? new Visitor(own.portal.url) : clerk).get(path);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["permissions-policy"]).toMatch(/geolocation=\(\)/);
    expect(headers["cache-control"]).toMatch(/no-store/);
    expect(headers["x-powered-by"]).toBeUndefined();
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src [^;]*'nonce-[\w+/=-]{16,}'/);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).toMatch(/base-uri 'none'/);
    expect(policy).toMatch(/object-src 'none'/);
    expect(policy).toMatch(/form-action 'self'/);
  });

  test("has a nonce of its own, on every inline script", async () => {
    const nonceOf = (text: string) => text.match(/nonce-([\w+/=-]+)/)?.[1];
    const [first, second] = [await clerk.get("/store/"), await clerk.get("/store/")];
    const nonce = nonceOf(String(first.headers["content-security-policy"]));
    expect(nonce).not.toBe(nonceOf(String(second.headers["content-security-policy"])));
    for (const [tag] of first.text.matchAll(/<script\b[^>]*>/g))
      if (!tag.includes("src=")) expect(tag).toContain(`nonce="${nonce}"`);
    expect(first.text).not.toMatch(/<[^>]+\sstyle="/);
    expect(first.text).not.toMatch(/<[^>]+\son\w+="/);
  });

  test.each([...pages, "/orders/"])("%s names ahead exactly the scripts that it loads", async (path) => {
    const { headers, text } = await (path === "/login" ? new Visitor(own.portal.url) : clerk).get(path);
    const ahead = [...String(headers.link).matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, file]) => file);
    const loaded = text.match(/\/assets\/[\w.-]+\.js\b/g);
    expect([...ahead].sort()).toEqual([...new Set(loaded)].sort());
    expect(ahead.length).toBeGreaterThan(3);
  });

  test("lists the stores, which a session reads once in a minute [shell#stores-once]", async () => {
    own.upstream.calls.length = 0;
    const visitor = await own.signedIn("clerk");
    for (const path of ["/store/", "/store/SDY/products", "/returns/"])
      expect((await visitor.get(path)).text).toContain('href="/store/SDY"');
    expect(own.upstream.calls.filter(({ path }) => path.startsWith("/api/getstores"))).toHaveLength(1);
  });

  test("sends HSTS on https only", async () => {
    expect((await clerk.get("/store/")).headers["strict-transport-security"]).toBeUndefined();
  });

  test("is compressed for a browser that asks, and says so", async () => {
    const reply = await clerk.get("/store/SDY/products", { "accept-encoding": "gzip, deflate, br" });
    expect(["br", "gzip"]).toContain(reply.headers["content-encoding"]);
    expect(String(reply.headers.vary)).toMatch(/accept-encoding/i);
    expect(
      reply.headers["transfer-encoding"] === undefined || reply.headers["content-length"] === undefined,
    ).toBe(true);
  });

  test("data requests carry them too", async () => {
    const { headers } = await clerk.get("/store/SDY/products.data");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toMatch(/no-store/);
    expect(headers["referrer-policy"]).toBe("same-origin");
  });

  test("scripts and styles are kept for ever", async () => {
    const [file] = readdirSync(join(repository, "build/client/assets")).filter((name) =>
      name.endsWith(".js"),
    );
    const { headers } = await clerk.get(`/assets/${file}`);
    expect(headers["cache-control"]).toMatch(/immutable/);
  });
});

describe("the session's cookie", () => {
  test("holds an id only, for the browser session, out of scripts' reach", async () => {
    const visitor = new Visitor(own.portal.url);
    const started: string[] = [];
    const keep = async (reply: Awaited<ReturnType<Visitor["get"]>>) =>
      started.push(...[reply.headers["set-cookie"] ?? []].flat());
    const login = await visitor.post("/auth/login", { returnTo: "/" });
    await keep(login);
    const provider = await visitor.get(login.location ?? "");
    const chosen = await visitor.ask(provider.url, { method: "POST", form: { staff: "clerk" } });
    await keep(await visitor.get(chosen.location ?? ""));
    expect(started.length).toBeGreaterThan(1);
    for (const cookie of started) {
      // What pages change themselves says nothing.
      expect(cookie).toMatch(/HttpOnly|^reads=\w+;/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).toMatch(/Path=\//i);
    }
    const session = visitor.cookies();
    expect(session.every(({ value }) => value.length < 400)).toBe(true);
    expect(
      started
        .filter((cookie) => /session/i.test(cookie))
        .some((cookie) => /Max-Age=[1-9]|Expires=.*20[3-9]/i.test(cookie)),
    ).toBe(false);
  });

  test("is Secure with the __Host- prefix on https, where HSTS is sent", async () => {
    const secure = await startOwn({ APP_URL: "https://portal.example.test" });
    try {
      const visitor = new Visitor(secure.portal.url);
      const login = await visitor.ask("/auth/login", {
        method: "POST",
        form: {},
        headers: {
          origin: "https://portal.example.test",
          "x-forwarded-proto": "https",
          "x-forwarded-host": "portal.example.test",
        },
      });
      expect(login.status).toBe(302);
      const cookies = [login.headers["set-cookie"] ?? []].flat();
      for (const cookie of cookies) {
        expect(cookie).toMatch(/;\s*Secure/i);
        expect(cookie).toMatch(/^__Host-/);
      }
      expect(new URL(login.location ?? "").searchParams.get("redirect_uri")).toBe(
        "https://portal.example.test/auth/callback",
      );
      const page = await visitor.get("/login");
      expect(page.headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
    } finally {
      await secure.stop();
    }
  });

  test("changes at sign-in, and is worth nothing after log-out", async () => {
    const visitor = await own.signedIn("clerk");
    const before = visitor.cookies();
    const stolen = before.map(({ name, value }) => `${name}=${value}`).join("; ");
    const out = await visitor.post("/auth/logout");
    expect(out.location).toContain("/oauth2/v2.0/logout");
    const end = await visitor.follow(out);
    expect(new URL(end.url).pathname).toBe("/login");
    const thief = new Visitor(own.portal.url);
    const reply = await thief.get("/store/", { cookie: stolen });
    expect(reply.location).toContain("/login");

    await visitor.signIn("Carl Clerk");
    expect(visitor.cookies()).not.toEqual(before);
  });
});
