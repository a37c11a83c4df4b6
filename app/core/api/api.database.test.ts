import { createServer, type Server } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { getStores } from "#contract/stores.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOver } from "#tests/support/portalModules.ts";

const server: Server = createServer((_, response) => {
  response.writeHead(status, { "Content-Type": "application/json" }).end("[]");
});
let status = 200;
let people = 0;

async function modules() {
  // The configuration is read on import, after the server's URL is known.
  const [api, guard, session, drafts, flash, onceToken] = await Promise.all([
    import("./api.server.ts"),
    import("#app/core/auth/guard.server.ts"),
    import("#app/core/auth/session.server.ts"),
    import("#app/core/http/drafts.server.ts"),
    import("#app/core/http/flash.server.ts"),
    import("#app/core/http/once.server.ts"),
  ]);
  return { ...api, ...guard, ...session, ...drafts, ...flash, ...onceToken };
}
onPortalDatabases((database) => {
  const portal = portalOver(server, modules, database);

  beforeEach(() => {
    status = 200;
    people += 1;
  });

  const page = "https://portal.example/store/CLK/products?page=2";

  const minute = 60_000;

  /** A session that signed in `ago` milliseconds ago, by default more than a minute. */
  async function signIn(
    subject = `person ${process.pid} ${people}`,
    ago = 2 * minute,
    tokenFor = 90_000,
  ): Promise<string> {
    const cookie = await portal().startSession(new Request("https://portal.example/auth/callback"), {
      subject,
      identity: { email: "", username: "riley", initials: "R", fullname: "Riley", roles: ["User"] },
      confirmed: { renewAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER },
      signedInAt: Date.now() - ago,
      apiToken: { value: "t", renewAt: Date.now() + tokenFor - 30_000, expiresAt: Date.now() + tokenFor },
    });
    return cookie.split(";")[0] ?? "";
  }

  const request = (cookie: string, init: RequestInit = {}, url = page) =>
    new Request(url, {
      ...init,
      headers: { Cookie: cookie, Origin: "https://portal.example", ...init.headers },
    });
  const listStores = async (cookie: string) =>
    portal().callPortalApi(await portal().requireUser(request(cookie)), getStores);
  const thrownBy = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

  async function redirectBy(work: Promise<unknown>): Promise<Headers> {
    const thrown = await thrownBy(work);
    if (!(thrown instanceof Response)) throw new Error("expected a redirect", { cause: thrown });
    return thrown.headers;
  }
  const redirectOf = async (work: Promise<unknown>) => (await redirectBy(work)).get("Location");

  test("without a session nobody gets in; the return URL is stored, a data request's page too", async () => {
    const login = "/login?returnTo=%2Fstore%2FCLK%2Fproducts%3Fpage%3D2";
    expect(await redirectOf(portal().requireUser(request("")))).toBe(login);
    expect(await redirectOf(portal().requireUser(request("session=forged")))).toBe(login);
    expect(await portal().optionalUser(request(""))).toBeUndefined();
  });

  test("a role that does not open the page gets a 403 that names the roles which do [roles#forbidden]", async () => {
    const cookie = await signIn();
    expect(await portal().requireMay(request(cookie), "store/orders")).toMatchObject({ username: "riley" });
    expect(await thrownBy(portal().requireMay(request(cookie), "store/printlabel"))).toMatchObject({
      status: 403,
      view: { message: expect.stringContaining("PrintLabel, Admin") },
    });
  });

  test("a 401 ends the session and leads through sign-in back to the page [sign-in#api-401]", async () => {
    const cookie = await signIn();
    await listStores(cookie);
    status = 404;
    expect(await portal().attempt(listStores(cookie))).toMatchObject({ ok: false, error: { code: 404 } });
    status = 401;
    const login = "/login?returnTo=%2Fstore%2FCLK%2Fproducts%3Fpage%3D2&problem=expired";
    expect(await redirectOf(portal().attempt(listStores(cookie))), "a redirect is no failure").toBe(login);
    expect(await portal().optionalUser(request(cookie))).toBeUndefined();
  });

  test("the calls of one page agree on the way to sign-in", async () => {
    const cookie = await signIn();
    await listStores(cookie);
    status = 401;
    const user = await portal().requireUser(request(cookie));
    const both = await Promise.all([0, 1].map(() => redirectOf(portal().callPortalApi(user, getStores))));
    expect(both[0]).toContain("/login");
    expect(both[1]).toBe(both[0]);
  });

  test("a 401 right after a fresh sign-in is an error page, not another sign-in [sign-in#refused-account]", async () => {
    status = 401;
    const cookie = await signIn(undefined, minute / 2);
    const refusal = await portal().attempt(listStores(cookie));
    const message = expect.stringContaining("refuses");
    expect(refusal).toMatchObject({ ok: false, error: { code: 401, message } });
    expect(await portal().optionalUser(request(cookie))).toBeDefined();
  });

  test("a 401 without a token is the identity provider's, not the account's, on either way [sign-in#no-token]", async () => {
    status = 401;
    const refusal = await portal().attempt(listStores(await signIn(undefined, minute / 2, 0)));
    const message = expect.stringContaining("No permission could be got from the identity provider");
    expect(refusal).toMatchObject({ ok: false, error: { code: 401, message } });
    expect(await redirectOf(listStores(await signIn(undefined, 2 * minute, 0)))).toMatch(/problem=no-token$/);
  });

  test("a page that keeps answering 401 requires one new sign-in, never a second", async () => {
    const first = await signIn();
    await listStores(first);
    status = 401;
    await redirectOf(listStores(first));
    status = 200;
    const second = await signIn(undefined, 0);
    await listStores(second);
    status = 401;
    expect(await thrownBy(listStores(second))).toMatchObject({ view: { code: 401 } });
  });

  test("each device of a person signs in again at its own 401, however often, independently of the others [sign-in#api-401]", async () => {
    for (let round = 0; round < 2; round += 1) {
      const [one, other] = [await signIn(), await signIn()];
      status = 401;
      expect(await redirectOf(listStores(one))).toContain("/login");
      status = 200;
      const again = await signIn(undefined, 0);
      await listStores(again);
      status = 401;
      expect(await redirectOf(listStores(other))).toContain("/login");
      expect(await portal().optionalUser(request(again))).toBeDefined();
    }
  });

  test("input survives a refused write and a new sign-in, for that person only [sign-in#draft]", async () => {
    const user = await portal().requireUser(request(await signIn()));
    const form = new FormData();
    form.append("note", "half a page of typing");
    form.append("size", "7");
    form.append("size", "8");
    const failing = portal().keepingDraft(user, "/x", form, () => Promise.reject(new Error("refused")));
    await expect(failing).rejects.toThrow("refused");

    const stranger = await portal().requireUser(request(await signIn("somebody else")));
    expect(await portal().takeDraft(stranger, "/x")).toBeUndefined();
    const again = await portal().requireUser(request(await signIn()));
    expect(await portal().takeDraft(again, "/y")).toBeUndefined();
    const stored = await portal().takeDraft(again, "/x");
    expect([...(stored ?? [])]).toEqual([...form]);
    expect(await portal().takeDraft(again, "/x")).toBeUndefined();

    await portal().keepingDraft(again, "/x", form, async () => new Response(null, { status: 302 }));
    expect(await portal().takeDraft(again, "/x")).toBeUndefined();
  });

  const posted = (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields).toString();
    const type = "application/x-www-form-urlencoded";
    return { method: "POST", body, headers: { "Content-Type": type, "Content-Length": String(body.length) } };
  };

  /** Posts a form without a session; returns the draft's cookie, if any. */
  async function postSignedOut(cookie: string, fields: Record<string, string>) {
    const headers = await redirectBy(portal().requireUser(request(cookie, posted(fields))));
    return { to: headers.get("Location") ?? "", draft: headers.get("Set-Cookie") };
  }

  test.each(["ended", "gone"])(
    "a form posted without a session (%s) waits for the person whose form it is",
    async (how) => {
      const ended = await signIn();
      const person = await portal().requireUser(request(ended));
      await portal().endSession(person.sessionId);
      const fields = { token: portal().tokens.make(person), note: "typed before" };
      const { to, draft } = await postSignedOut(how === "ended" ? ended : "", fields);
      expect(to).toContain("/login?returnTo=%2Fstore%2FCLK%2Fproducts");
      expect(to).toContain("problem=kept");
      expect(draft).toMatch(/^__Host-draft=.*HttpOnly; Secure; SameSite=Lax/);

      const back = request(draft?.split(";")[0] ?? "");
      await portal().adoptDraft(back, person.subject);
      expect((await portal().takeDraft(person, "/store/CLK/products"))?.get("note")).toBe("typed before");
    },
  );

  test("another person who signs in finds none of the previous person's input", async () => {
    const person = await portal().requireUser(request(await signIn()));
    const stranger = await portal().requireUser(request(await signIn("somebody else")));
    const { draft } = await postSignedOut("", { token: portal().tokens.make(person), note: "private" });
    const back = request(draft?.split(";")[0] ?? "");
    await portal().adoptDraft(back, stranger.subject);
    expect(await portal().takeDraft(stranger, "/store/CLK/products")).toBeUndefined();
    await portal().adoptDraft(back, person.subject);
    expect(await portal().takeDraft(person, "/store/CLK/products"), "thrown away").toBeUndefined();
  });

  test("an invalid or too large form is not stored", async () => {
    const person = await portal().requireUser(request(await signIn()));
    const large = { token: portal().tokens.make(person), note: "x".repeat(300_000) };
    for (const fields of [{ note: "no token" }, { token: "made up", note: "x" }, large])
      expect((await postSignedOut("", fields)).draft).toBeNull();
  });

  test("a form that is sent repeatedly without a session is stored once", async () => {
    const person = await portal().requireUser(request(await signIn()));
    const token = portal().tokens.make(person);
    const first = await postSignedOut("", { token, note: "first" });
    const second = await postSignedOut("", { token, note: "second" });
    expect(second.draft).toBe(first.draft);
    await portal().adoptDraft(request(second.draft?.split(";")[0] ?? ""), person.subject);
    expect((await portal().takeDraft(person, "/store/CLK/products"))?.get("note")).toBe("second");
  });

  test("a message is shown once, at the page that it leads to, whatever another tab opens meanwhile [actions#message]", async () => {
    const cookie = await signIn();
    const at = (path: string) => portal().requireUser(request(cookie, {}, `https://portal.example${path}`));
    const answer = await portal().redirectWithFlash(request(cookie), "/store/CLK", "Submitted: Approve");
    expect(answer.headers.get("Location")).toBe("/store/CLK");
    expect(await portal().takeFlash(await at("/store/CLK/products"))).toBeUndefined();
    const message = { message: "Submitted: Approve", tone: "ok" };
    expect(await portal().takeFlash(await at("/store/CLK/?page=2"))).toEqual(message);
    expect(await portal().takeFlash(await at("/store/CLK"))).toBeUndefined();
  });

  test("the session cookie holds an id only, for the browser session, out of reach of scripts [sign-in#session]", async () => {
    const cookie = await portal().startSession(new Request("https://portal.example/auth/callback"), {
      subject: "s",
      identity: { email: "", username: "secretname", initials: "", fullname: "", roles: [] },
      confirmed: { renewAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER },
      signedInAt: 0,
    });
    expect(cookie).toMatch(/^__Host-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(Buffer.from(cookie, "base64").toString()).not.toContain("secretname");
  });
});
