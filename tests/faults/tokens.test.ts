import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, sharedOwn } from "#tests/support/own.ts";
import { ageSession } from "#tests/support/session.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";
import type { UpstreamStaffKey } from "#tests/support/upstream/staff.ts";
import { formsIn, Visitor } from "#tests/support/visitor.ts";

const list = "/store/SDY/products";
const listCall = "/api/getmetaproducts";
const unauthorised = jsonAnswer(401, { error: "Token refused" });

let own: Own;

beforeAll(async () => {
  own = await sharedOwn();
});
afterEach(() => own.upstream.reset());

const tokenCall = () => `/${own.upstream.tenant}/oauth2/v2.0/token`;

/** Somebody whose API token has expired: it was issued for a second, the shortest life there is. */
async function signedInWithStaleToken(who: UpstreamStaffKey = "clerk", open = list) {
  own.upstream.entra.settings.apiTokenLifetime = 1;
  const visitor = await own.signedIn(who);
  const page = await visitor.get(open);
  const over = Date.now() + 1000;
  await vi.waitUntil(() => Date.now() > over, { timeout: 5000 });
  own.upstream.reset();
  return { visitor, page };
}

const refreshes = () => own.upstream.calls.filter((call) => call.body.includes("grant_type=refresh_token"));

describe("a 401 of the API", () => {
  test("sends the person to sign in again, and back to the same page", async () => {
    const visitor = await own.signedIn("clerk");
    own.upstream.fail(listCall, unauthorised, 1);
    const away = await visitor.follow(await visitor.get(`${list}?code=SDY-0001`));
    expect(new URL(away.url).pathname, "asks to sign in").toMatch(/^\/login$|\/authorize$/);
    const back = await visitor.signIn("Carl Clerk", new URL(away.url).searchParams.get("returnTo") ?? "");
    expect(back.url).toBe(`${own.portal.url}${list}?code=SDY-0001`);
    expect(back.status).toBe(200);
  });

  test("sends each device of a person to sign in, at every 401, whatever the other met", async () => {
    const devices = [await own.signedIn("admin"), await own.signedIn("admin")];
    const page = `${list}?code=SDY-0002`;
    for (const device of [...devices, ...devices]) {
      await ageSession(device, own.portal);
      own.upstream.fail(listCall, unauthorised, 1);
      const away = await device.get(page);
      expect(new URL(away.location ?? "").pathname).toBe("/login");
      const back = await device.signIn("Ada Admin", page);
      expect(back.url).toBe(own.portal.url + page);
      expect(wordsOf(back.text)).not.toMatch(/refuse/i);
    }
  });

  test("right after that sign-in is an error page with a way on, never a loop", async () => {
    const visitor = await own.signedIn("clerk");
    own.upstream.fail(listCall, unauthorised);
    await visitor.get(list);
    const refused = await visitor.signIn("Carl Clerk", list);
    expect(refused.url).toBe(own.portal.url + list);
    const words = wordsOf(refused.text);
    expect(words).toMatch(/refuse/i);
    expect(words).toContain("Log Out");
    expect(words).toContain("Try again");

    own.upstream.reset();
    expect(wordsOf((await visitor.get(list)).text)).toContain("SDY-0001");
  });
});

describe("the API's token", () => {
  test("is a second one, for the API's scope alone, and is not asked for twice [sign-in#scopes]", async () => {
    own.upstream.reset();
    const visitor = await own.signedIn("clerk");
    await Promise.all([visitor.get(list), visitor.get("/store/SDY"), visitor.get("/store/CLK/products")]);
    const asked = refreshes().map((call) => new URLSearchParams(call.body).get("scope") ?? "");
    expect(asked.filter((scope) => scope.includes("api://utopia-portal/read"))).toHaveLength(1);
    expect(asked.some((scope) => /user\.read/i.test(scope) && scope.includes("api://"))).toBe(false);
    const api = own.upstream.calls.filter((call) => call.path.startsWith("/api/"));
    expect(api.every((call) => call.caller === "clerk")).toBe(true);
  });

  test("is renewed when it runs out, once for many requests at the same time", async () => {
    const { visitor } = await signedInWithStaleToken();
    const pages = await Promise.all(Array.from({ length: 6 }, () => visitor.get(list)));
    expect(pages.map((page) => page.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(refreshes()).toHaveLength(1);
  });

  test("that cannot be had in three attempts 250 ms apart: a read goes without Authorization", async () => {
    const { visitor } = await signedInWithStaleToken("norole");
    own.upstream.fail(tokenCall(), { kind: "answer", status: 503, body: "busy" });
    const began = performance.now();
    const reply = await visitor.get(list);
    expect(performance.now() - began).toBeGreaterThan(490);
    expect(refreshes().length % 3, "each want of a token is three attempts").toBe(0);
    expect(refreshes().length).toBeGreaterThan(0);
    const read = own.upstream.calls.find((call) => call.path.startsWith("/api/"));
    expect(read).toBeDefined();
    expect(read?.headers.authorization).toBeUndefined();
    expect(reply.location, "the 401 that follows asks to sign in").toContain("/login");
  });

  test("that cannot be had: a write is never sent, and what was typed is kept", async () => {
    const address = "/store/SDY/products/sdy-7/actions/reject?group=SDY-0007";
    const { visitor, page } = await signedInWithStaleToken("admin", address);
    const form = formsIn(page.text, page.url).find((found) => /Yes/.test(found.html));
    own.upstream.fail(tokenCall(), { kind: "answer", status: 503, body: "busy" });
    const reply = await visitor.post(address, { ...form?.fields, note: "Typed in vain" });
    expect(own.upstream.calls.filter((call) => call.path === "/api/ActionEvent")).toEqual([]);
    own.upstream.reset();
    const end = reply.location === undefined ? reply : await visitor.signIn("Ada Admin", address);
    expect(end.text).toContain("Typed in vain");
  });
});

describe("who a person is", () => {
  test("is read again with every renewal: a role that was taken away opens nothing", async () => {
    const { visitor } = await signedInWithStaleToken("clerk");
    own.upstream.entra.settings.rolesNow.set("clerk", ["Store"]);
    await visitor.get(list);
    expect(refreshes()).toHaveLength(1);
    const refused = await visitor.get(list);
    expect(refused.status).toBe(403);
    expect(wordsOf(refused.text)).toContain("Admin, User");
    expect((await visitor.get("/store/SDY/shipments")).status, "what the new role opens").not.toBe(403);
  });

  test("whom the provider no longer knows is led to sign-in, and stays signed out", async () => {
    const { visitor } = await signedInWithStaleToken("clerk");
    own.upstream.entra.settings.refuseRefresh = true;
    expect((await visitor.get(list)).location).toContain("/login");
    own.upstream.entra.settings.refuseRefresh = false;
    expect((await visitor.get("/store/SDY/shipments")).location).toContain("/login");
  });
});

describe("sign-in", () => {
  test("is refused when the identity provider is not the one of the token", async () => {
    const visitor = new Visitor(own.portal.url);
    const callback = await visitor.get("/auth/callback?code=stolen&state=forged");
    expect(callback.status === 200 && callback.location === undefined).toBe(false);
    expect(await visitor.follow(callback).then((page) => wordsOf(page.text))).toMatch(/sign.?in|log in/i);
  });

  test("with the identity provider down says so, with a way on", async () => {
    const visitor = new Visitor(own.portal.url);
    own.upstream.fail(`/${own.upstream.tenant}/oauth2/v2.0/token`, { kind: "reset" });
    const page = await visitor.signIn("Carl Clerk").catch((error: unknown) => error);
    expect(String(page)).not.toMatch(/Unexpected Server Error/);
    const shown = await visitor.follow(await visitor.get("/login"));
    expect(shown.status).toBe(200);
    expect(wordsOf(shown.text)).toContain("Log In");
  });
});
