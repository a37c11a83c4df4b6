import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { tenant } from "#tests/support/identity.ts";
import { repository } from "#tests/support/processes.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { Visitor } from "#tests/support/visitor.ts";

const tokenPath = `/${tenant}/oauth2/v2.0/token`;
let stack: Stack;
let clerk: Visitor;
beforeAll(async () => {
  stack = await sharedStack();
  clerk = await stack.signedIn("clerk");
});

const pages = ["/store/", "/store/SDY", "/store/SDY/products", "/store/NOPE", "/nowhere", "/login"];

describe("every page", () => {
  test.each(pages)("%s carries the security headers", async (path) => {
    const { headers } = await (path === "/login" ? new Visitor(stack.portal.url) : clerk).get(path);
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
    const { headers, text } = await (path === "/login" ? new Visitor(stack.portal.url) : clerk).get(path);
    const ahead = [...String(headers.link).matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, file]) => file);
    const loaded = text.match(/\/assets\/[\w.-]+\.js\b/g);
    expect([...ahead].sort()).toEqual([...new Set(loaded)].sort());
    expect(ahead.length).toBeGreaterThan(3);
  });

  test("lists the stores, which a session reads once in a minute [shell#stores-once]", async () => {
    stack.upstream.calls.length = 0;
    const visitor = await stack.signedIn("clerk");
    for (const path of ["/store/", "/store/SDY/products", "/returns/"])
      expect((await visitor.get(path)).text).toContain('href="/store/SDY"');
    expect(stack.upstream.calls.filter(({ path }) => path.startsWith("/api/getstores"))).toHaveLength(1);
  });

  test("sends HSTS on https only", async () => {
    expect((await clerk.get("/store/")).headers["strict-transport-security"]).toBeUndefined();
  });

  test("data requests carry them too", async () => {
    const { headers } = await clerk.get("/store/SDY/products.data");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toMatch(/no-store/);
    expect(headers["referrer-policy"]).toBe("same-origin");
  });

  test("scripts and styles are cached for ever", async () => {
    const [file] = readdirSync(join(repository, "build/client/assets")).filter((name) =>
      name.endsWith(".js"),
    );
    const { headers } = await clerk.get(`/assets/${file}`);
    expect(headers["cache-control"]).toMatch(/immutable/);
  });
});

describe("the session's cookie", () => {
  test("changes at sign-in, and is worth nothing after log-out", async () => {
    const visitor = await stack.signedIn("clerk");
    const before = visitor.cookies();
    const stolen = before.map(({ name, value }) => `${name}=${value}`).join("; ");
    const out = await visitor.post("/auth/logout");
    expect(out.location).toContain("/oauth2/v2.0/logout");
    const end = await visitor.follow(out);
    expect(new URL(end.url).pathname).toBe("/login");
    const thief = new Visitor(stack.portal.url);
    const reply = await thief.get("/store/", { cookie: stolen });
    expect(reply.location).toContain("/login");

    await visitor.signIn("Riley Clerk");
    expect(visitor.cookies()).not.toEqual(before);
  });
});

test("the API's token is a second one, for the API's scope alone, and is not requested twice [sign-in#scopes]", async () => {
  stack.upstream.reset();
  // Of a person of its own: pages of earlier tests may still be getting theirs.
  const merch: { scope: string; token: string }[] = [];
  stack.upstream.change(tokenPath, (answer) => {
    const [, claims = ""] = String(answer.id_token ?? "").split(".");
    const isOurs = Buffer.from(claims, "base64url").toString().includes("merch@");
    if (isOurs) merch.push({ scope: String(answer.scope), token: String(answer.access_token) });
    return answer;
  });
  const visitor = await stack.signedIn("merch");
  await Promise.all(
    ["/store/SDY/products", "/store/SDY", "/store/CLK/products"].map((path) => visitor.get(path)),
  );
  const ofApi = merch.filter(({ scope }) => scope.includes("api://utopia-portal/read"));
  expect(ofApi).toHaveLength(1);
  expect(ofApi.some(({ scope }) => /user\.read/i.test(scope))).toBe(false);
  const used = stack.upstream.calls
    .filter(({ path }) => path.startsWith("/api/"))
    .map(({ headers }) => headers.authorization);
  expect(used).toContain(`Bearer ${ofApi[0]?.token}`);
});
