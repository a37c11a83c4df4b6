import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { portalOver } from "#tests/support/portalModules.ts";

async function modules() {
  vi.stubEnv("SESSION_MAX_HOURS", "48");
  const [guard, session, notes, provider] = await Promise.all([
    import("./guard.server.ts"),
    import("./session.server.ts"),
    import("#app/http/requestNotes.server.ts"),
    import("./identityProvider.server.ts"),
  ]);
  return { ...guard, ...session, ...notes, tokens: provider.tokens };
}
const portal = portalOver(createServer(), modules);

const hour = 3_600_000;
const begun = Date.now();
let people = 0;

const hoursLater = (hours: number) => vi.setSystemTime(begun + hours * hour);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: begun });
  people += 1;
});
afterEach(() => vi.useRealTimers());

const always = { renewAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER };

async function signIn(confirmed = always): Promise<string> {
  const cookie = await portal().startSession(new Request("https://portal.example/auth/callback"), {
    subject: `session person ${process.pid} ${people}`,
    identity: { email: "", username: "riley", initials: "R", fullname: "Riley", roles: ["Admin"] },
    confirmed,
    signedInAt: Date.now(),
  });
  return cookie.split(";")[0] ?? "";
}

const requestFor = (cookie: string, path: string) =>
  new Request(`https://portal.example${path}`, { headers: { Cookie: cookie } });
const userAt = (cookie: string, path = "/returns") => portal().optionalUser(requestFor(cookie, path));
const idOf = async (cookie: string) => (await portal().sessionIdOf(requestFor(cookie, "/"))) ?? "";

test("however busy, a session ends after its longest life [sign-in#longest, settings#session-hours]", async () => {
  const cookie = await signIn();
  for (const hours of [8, 16, 24, 32, 40, 47.9]) {
    hoursLater(hours);
    expect(await userAt(cookie), `after ${hours} hours`).toBeDefined();
  }
  hoursLater(48);
  expect(await userAt(cookie)).toBeUndefined();
});

test("an active session continues; a page's polls are no activity [sign-in#idle, sign-in#polls]", async () => {
  const [used, open] = [await signIn(), await signIn()];
  const turn = (cookie: string) => {
    const { url, headers } = requestFor(cookie, "/store/CLK/printlabel/stations/s%2F1/turn");
    return portal().optionalUser(new Request(url, { method: "POST", headers }));
  };
  hoursLater(11);
  expect(await userAt(used)).toBeDefined();
  expect(await turn(open), "a page that prints for others").toBeDefined();
  for (const path of ["/returns/live", "/returns/live.data?_routes=returns%3Alive", "/returns/a%2Fb/live"])
    expect(await userAt(open, path)).toBeDefined();
  hoursLater(12.1);
  expect(await userAt(used, "/returns/live")).toBeDefined();
  expect(await userAt(open, "/returns/live")).toBeUndefined();
  expect(await userAt(open)).toBeUndefined();
});

test("a token that is renewed for such a read does not keep the session either", async () => {
  const cookie = await signIn();
  hoursLater(11);
  const id = await idOf(cookie);
  expect(await portal().changeSession(id, async (now) => ({ ...now, refreshToken: "new" }))).toBeDefined();
  hoursLater(12.1);
  expect(await userAt(cookie)).toBeUndefined();
});

test("reading how long a session lasts does not prolong it", async () => {
  const cookie = await signIn();
  const id = await idOf(cookie);
  hoursLater(10);
  expect(await portal().lifeLeft(id)).toBe(2 * hour);
  hoursLater(11);
  expect(await portal().lifeLeft(id)).toBe(1 * hour);
  hoursLater(12);
  expect(await portal().lifeLeft(id)).toBe(0);
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
