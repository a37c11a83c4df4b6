import { createServer } from "node:http";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { hashedName } from "#app/core/database/seal.server.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOver } from "#tests/support/portalModules.ts";
import { sessions } from "./tables.ts";

async function modules() {
  vi.stubEnv("SESSION_IDLE_HOURS", "3");
  vi.stubEnv("SESSION_MAX_HOURS", "48");
  const [guard, session, notes, provider, cookie] = await Promise.all([
    import("./guard.server.ts"),
    import("./session.server.ts"),
    import("#app/core/http/requestNotes.server.ts"),
    import("./identityProvider.server.ts"),
    import("#app/core/http/sessionCookie.server.ts"),
  ]);
  return { ...guard, ...session, ...notes, ...cookie, tokens: provider.tokens };
}

const hour = 3_600_000;
const always = { renewAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER };

const requestFor = (cookie: string, path: string) =>
  new Request(`https://portal.example${path}`, { headers: { Cookie: cookie } });

onPortalDatabases((database) => {
  const portal = portalOver(createServer(), modules, database);
  let people = 0;
  beforeEach(() => {
    people += 1;
  });

  async function signIn(confirmed = always): Promise<string> {
    const cookie = await portal().startSession(new Request("https://portal.example/auth/callback"), {
      subject: `session person ${people}`,
      identity: { email: "", username: "riley", initials: "R", fullname: "Riley", roles: ["Admin"] },
      confirmed,
      signedInAt: await portal().sessions.now(),
    });
    return cookie.split(";")[0] ?? "";
  }

  const userAt = (cookie: string, path = "/returns") => portal().optionalUser(requestFor(cookie, path));
  const idOf = async (cookie: string) => (await portal().sessionIdOf(requestFor(cookie, "/"))) ?? "";

  test("how long a session lasts is set, in all and without use [settings#session-hours]", async () => {
    const cookie = await signIn();
    const id = await idOf(cookie);
    const lasts = async () => Math.ceil((await portal().lifeLeft(id)) / hour);
    expect(await lasts()).toBe(3);
    const [signedInAt, seenAt] = [sql`now() - interval '46 hours'`, sql`now() - interval '2 hours'`];
    await database()
      .update(sessions)
      .set({ signedInAt, seenAt })
      .where(eq(sessions.id, hashedName(id)));
    expect(await userAt(cookie)).toBeDefined();
    expect(await lasts()).toBe(2);
  });

  test("a page's polls, and one that prints for others, are no use of a session [sign-in#polls]", async () => {
    const cookie = await signIn();
    const seenAt = async () => {
      const id = hashedName((await portal().sessionIdOf(requestFor(cookie, "/"))) ?? "");
      const [row] = await database().select().from(sessions).where(eq(sessions.id, id));
      return row?.seenAt.getTime();
    };
    await database()
      .update(sessions)
      .set({ seenAt: new Date(0) });
    for (const path of ["/returns/live", "/returns/live.data?_routes=returns%3Alive", "/returns/a%2Fb/live"])
      expect(await userAt(cookie, path)).toBeDefined();
    const { url, headers } = requestFor(cookie, "/store/CLK/printlabel/stations/s%2F1/turn");
    expect(await portal().optionalUser(new Request(url, { method: "POST", headers }))).toBeDefined();
    expect(await seenAt()).toBe(0);
    expect(await userAt(cookie)).toBeDefined();
    expect(await seenAt()).toBeGreaterThan(0);
  });

  test("a write reads its session once: the guard uses the gate's read, and everything after it reads anew", async () => {
    const cookie = await signIn();
    const sessionId = await idOf(cookie);
    await portal().noting({ upstreamMs: 0, address: "127.0.0.1", correlationId: "c" }, async () => {
      expect(await portal().readAhead(sessionId)).toBeDefined();
      await portal().endSession(sessionId);
      expect(await userAt(cookie), "as the gate read it").toBeDefined();
      expect(await userAt(cookie)).toBeUndefined();
    });
    const other = await signIn();
    await portal().noting({ upstreamMs: 0, address: "127.0.0.1", correlationId: "c" }, async () => {
      await portal().readAhead(sessionId);
      expect(await userAt(other), "another's read is nobody's").toBeDefined();
    });
  });

  const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

  test("a role that was taken away opens nothing on the first request after, also where no call is made [sign-in#roles-again]", async () => {
    const cookie = await signIn({ renewAt: Date.now() - 1, expiresAt: Date.now() + hour });
    const confirm = vi.spyOn(portal().tokens, "confirm");
    confirm.mockImplementation(async (_, session) => ({
      ...session,
      identity: { ...session.identity, roles: ["User"] },
    }));
    const refusal = await thrownBy(portal().requireMay(requestFor(cookie, "/audit/export.json"), "audit"));
    expect(refusal).toMatchObject({ status: 403 });
    confirm.mockResolvedValue(undefined);
    const ended = await thrownBy(portal().requireUser(requestFor(cookie, "/audit")));
    expect(ended instanceof Response && ended.headers.get("Location")).toMatch(/^\/login.*problem=expired$/);
    confirm.mockRestore();
  });

  test("a right that cannot be confirmed is not used, polls included [sign-in#roles-again]", async () => {
    const cookie = await signIn({ renewAt: Date.now() - 2, expiresAt: Date.now() - 1 });
    for (const path of ["/audit", "/orders/live", "/store/CLK/printlabel/stations/s1/turn"]) {
      expect(await userAt(cookie, path), path).toBeUndefined();
      const refusal = await thrownBy(portal().requireUser(requestFor(cookie, path)));
      expect(refusal instanceof Response && refusal.headers.get("Location"), path).toMatch(/problem=busy$/);
    }
  });
});
