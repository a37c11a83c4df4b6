import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Own, startOwn } from "#tests/support/own.ts";
import { builtRoutes } from "#tests/support/routes.ts";
import { Visitor } from "#tests/support/visitor.ts";

/** Routes that are there for people who are not signed in, or that only start or end a session. */
const open = [
  "/login",
  "/auth/login",
  "/auth/callback",
  "/auth/logout",
  "/auth/provider-logout",
  "/gallery",
  "/service-worker.js",
  "/*",
];

const parameters: Record<string, string> = {
  alias: "SDY",
  productId: "sdy-1",
  action: "publish",
  "*": "nowhere",
};
const filled = (path: string) =>
  path.replace(/:(\w+)\??|\*/g, (whole, name?: string) => parameters[name ?? whole] ?? "x");

const routes = builtRoutes().filter(({ path }) => !open.includes(path));
const loaders = routes.filter(({ hasLoader }) => hasLoader);
const actions = routes.filter(({ hasAction }) => hasAction);

let own: Own;
beforeAll(async () => {
  own = await startOwn();
});
afterAll(() => own.stop());

/** Words that only the upstream's answers hold. */
const secrets = /SDY-0001|Shopify Boot|Superdry|Carl Clerk/;

describe("somebody who is not signed in", () => {
  test("meets routes at all", () => {
    expect(loaders.length).toBeGreaterThan(4);
    expect(actions.length).toBeGreaterThan(0);
  });

  test.each(loaders.map(({ path }) => [path]))("cannot read %s", async (path) => {
    const visitor = new Visitor(own.portal.url);
    const reply = await visitor.get(filled(path));
    expect(reply.text).not.toMatch(secrets);
    expect([302, 303, 401, 403, 404]).toContain(reply.status);
    if (reply.location !== undefined) expect(new URL(reply.location).pathname).toBe("/login");
  });

  test.each(loaders.map(({ id, path }) => [id, path]))("cannot read the data of %s", async (id, path) => {
    const visitor = new Visitor(own.portal.url);
    const at = filled(path).replace(/\/$/, "") || "/_root";
    for (const address of [`${at}.data`, `${at}.data?_routes=${encodeURIComponent(id)}`]) {
      const reply = await visitor.get(address);
      expect(reply.text, address).not.toMatch(secrets);
      expect(own.upstream.calls.filter((call) => call.path.startsWith("/api/"))).toEqual([]);
    }
  });

  test.each(actions.map(({ path }) => [path]))("cannot write to %s", async (path) => {
    const visitor = new Visitor(own.portal.url);
    for (const address of [filled(path), `${filled(path)}.data`]) {
      const reply = await visitor.post(address, { token: "x" });
      expect([202, 302, 303, 401, 403, 405]).toContain(reply.status);
      if (reply.location !== undefined) expect(new URL(reply.location).pathname).toBe("/login");
      expect(own.upstream.calls.filter((call) => call.path === "/api/ActionEvent")).toEqual([]);
    }
  });

  test("is led back to the page that was asked for", async () => {
    const visitor = new Visitor(own.portal.url);
    const asked = "/store/SDY/products?code=SDY-0001&page=1";
    const away = await visitor.get(asked);
    expect(away.status).toBe(302);
    expect(new URL(away.location ?? "").searchParams.get("returnTo")).toBe(asked);
    const back = await visitor.signIn("Carl Clerk", asked);
    expect(back.url).toBe(own.portal.url + asked);
  });
});

describe("a write", () => {
  const forms = ["/auth/login", "/auth/logout", ...actions.map(({ path }) => filled(path))];

  test.each([...new Set(forms)])("to %s from elsewhere is refused", async (path) => {
    const clerk = await own.signedIn("clerk");
    for (const address of [path, `${path}.data`]) {
      const foreign = await clerk.post(address, {}, { origin: "https://evil.test" });
      const hidden = await clerk.ask(address, { method: "POST", form: {}, headers: { origin: "null" } });
      const nowhere = await clerk.ask(address, { method: "POST", form: {} });
      const elsewhere = { method: "POST", form: {}, headers: { referer: "https://evil.test/" } } as const;
      const referred = await clerk.ask(address, elsewhere);
      for (const reply of [foreign, hidden, nowhere, referred]) {
        expect(reply.status, address).toBeGreaterThanOrEqual(400);
        expect(reply.location).toBeUndefined();
      }
      expect(nowhere.text, "says why").toContain("nothing was done");
      expect(own.upstream.calls.some((call) => call.path === "/api/ActionEvent")).toBe(false);
    }
    expect((await clerk.get("/store/")).status, "still signed in").toBe(200);
  });
});

describe("the way back after sign-in", () => {
  test.each([
    "https://evil.test/",
    "//evil.test/",
    "/\\evil.test/",
    "\\\\evil.test",
    "/%09/evil.test",
    "\t//evil.test",
    "javascript:alert(1)",
    "http:evil.test",
    "/auth/logout",
  ])("never leaves the portal: %s", async (returnTo) => {
    const visitor = new Visitor(own.portal.url);
    const end = await visitor.signIn("Carl Clerk", returnTo);
    expect(new URL(end.url).origin).toBe(own.portal.url);
    expect(end.status).toBeLessThan(405);
  });
});
