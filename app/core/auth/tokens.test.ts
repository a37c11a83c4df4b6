import { expect, test } from "vitest";
import type { SessionRecord } from "./sessionStore.server.ts";
import {
  confirmationWith,
  createTokenStore,
  RenewalRefused,
  type RenewedToken,
  storedToken,
} from "./tokens.server.ts";

const expired = { value: "old", renewAt: 0, expiresAt: 1 };

const confirmed = { renewAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER };
const unconfirmed = { renewAt: 0, expiresAt: 0 };

const session = (more: Partial<SessionRecord> = {}): SessionRecord => ({
  subject: "s",
  confirmed,
  identity: { email: "", username: "", initials: "", fullname: "", roles: ["User"] },
  signedInAt: 0,
  refreshToken: "r0",
  ...more,
});

/** One session shared by several token stores, changed under a lock like the real one. */
function sharedSession(first: SessionRecord | undefined) {
  let current = first;
  let last: Promise<unknown> = Promise.resolve();
  const changeSession = (_id: string, change: (now: SessionRecord) => Promise<SessionRecord | undefined>) => {
    const mine = last.then(async () => {
      if (current) current = await change(current);
      return current;
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  return { changeSession, now: () => current };
}

function provider(answers: (attempt: number, refreshToken: string) => RenewedToken | Error) {
  const calls: string[] = [];
  const renew = async (refreshToken: string) => {
    calls.push(refreshToken);
    await new Promise(setImmediate);
    const answer = answers(calls.length, refreshToken);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { calls, renew };
}

const quiet = { onFailure: () => undefined, pause: async () => undefined };
const renewedFor = (n: number, person: RenewedToken["person"]): RenewedToken => ({
  token: storedToken(`t${n}`, 3600),
  refreshToken: `r${n}`,
  person,
});
const renewed = (n: number): RenewedToken => renewedFor(n, undefined);

test("a token that is good for a while is handed out as it is", async () => {
  const shared = sharedSession(session());
  const { calls, renew } = provider(renewed);
  const tokenStore = createTokenStore({ ...quiet, ...shared, renew });
  const held = session({ apiToken: storedToken("held", 3600) });
  expect(await tokenStore.get("id", held, "apiToken")).toBe("held");
  expect(calls).toEqual([]);
});

test("a page's many calls cause one renewal, also from several processes; the rotated refresh token is stored", async () => {
  const start = session({ apiToken: expired });
  const shared = sharedSession(start);
  const { calls, renew } = provider(renewed);
  const processes = [1, 2, 3].map(() => createTokenStore({ ...quiet, ...shared, renew }));
  const all = processes.flatMap((tokenStore) =>
    Array.from({ length: 5 }, () => tokenStore.get("id", start, "apiToken")),
  );
  expect(new Set(await Promise.all(all))).toEqual(new Set(["t1"]));
  expect(calls).toEqual(["r0"]);
  expect(shared.now()).toMatchObject({ apiToken: { value: "t1" }, refreshToken: "r1" });
});

test("tokens of both kinds requested concurrently use the refresh token one after the other", async () => {
  const start = session();
  const shared = sharedSession(start);
  const { calls, renew } = provider(renewed);
  const tokenStore = createTokenStore({ ...quiet, ...shared, renew });
  await Promise.all([tokenStore.get("id", start, "apiToken"), tokenStore.get("id", start, "graphToken")]);
  expect(calls).toEqual(["r0", "r1"]);
  expect(shared.now()?.refreshToken).toBe("r2");
});

test("three attempts, with a pause between them; then none [sign-in#token-attempts]", async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const lucky = provider((attempt) => (attempt < 3 ? new Error("down") : renewed(3)));
  const first = createTokenStore({ ...quiet, pause, ...sharedSession(session()), renew: lucky.renew });
  expect(await first.get("id", session(), "apiToken")).toBe("t3");
  expect(pauses).toBe(2);

  const unlucky = provider(() => new Error("down"));
  const second = createTokenStore({ ...quiet, ...sharedSession(session()), renew: unlucky.renew });
  expect(await second.get("id", session({ apiToken: expired }), "apiToken")).toBeUndefined();
  expect(unlucky.calls).toHaveLength(3);
});

test("a renewal brings the roles of now [sign-in#roles-again]", async () => {
  const shared = sharedSession(session());
  const identity = { ...session().identity, roles: ["Store"] };
  const { renew } = provider((n) => renewedFor(n, { subject: "s", identity }));
  expect(await createTokenStore({ ...quiet, ...shared, renew }).get("id", session(), "apiToken")).toBe("t1");
  expect(shared.now()?.identity.roles).toEqual(["Store"]);
});

test("roles are asked for again after a token's life, also where no token is needed [sign-in#roles-again]", async () => {
  const old = session({ apiToken: storedToken("held", 3600), confirmed: unconfirmed });
  const shared = sharedSession(old);
  const identity = { ...session().identity, roles: ["Store"] };
  const { calls, renew } = provider((n) => renewedFor(n, { subject: "s", identity }));
  const tokenStore = createTokenStore({ ...quiet, ...shared, renew });
  const both = await Promise.all([tokenStore.confirm("id", old), tokenStore.confirm("id", old)]);
  for (const one of both) expect(one?.identity.roles).toEqual(["Store"]);
  expect(calls, "once for all of a page").toEqual(["r0"]);
  const now = shared.now();
  expect(now?.confirmed.expiresAt).toBeGreaterThan(Date.now());
  expect(now && (await tokenStore.confirm("id", now)), "and not again until then").toBe(now);
  expect(calls).toHaveLength(1);
});

test("roles are used for an hour at most, however long a token lives [sign-in#roles-again]", () => {
  const { renewAt, expiresAt } = confirmationWith(storedToken("t", 28 * 3600));
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 3_600_000);
  expect(renewAt).toBeLessThan(expiresAt);
  const short = storedToken("t", 4);
  expect(confirmationWith(short)).toEqual({ renewAt: short.renewAt, expiresAt: short.expiresAt });
});

test("a disabled account's session ends where no token is needed, too; without an answer it stays unconfirmed [sign-in#roles-again]", async () => {
  const old = session({ apiToken: storedToken("held", 3600), confirmed: unconfirmed });
  const refusing = sharedSession(old);
  const { renew: refuse } = provider(() => new RenewalRefused("disabled"));
  expect(await createTokenStore({ ...quiet, ...refusing, renew: refuse }).confirm("id", old)).toBeUndefined();
  expect(refusing.now()).toBeUndefined();

  const { calls, renew } = provider(() => new Error("down"));
  const silent = createTokenStore({ ...quiet, ...sharedSession(old), renew });
  expect(await silent.confirm("id", old)).toEqual(old);
  const tries = calls.length;
  expect(await silent.confirm("id", old), "the next request doesn't wait for it again").toEqual(old);
  expect(calls).toHaveLength(tries);

  const nameless = provider(renewed);
  const other = createTokenStore({ ...quiet, ...sharedSession(old), renew: nameless.renew });
  expect((await other.confirm("id", old))?.confirmed, "a token that names nobody").toEqual(unconfirmed);
});

test("a renewal that answers for another person ends the session [sign-in#roles-again]", async () => {
  const shared = sharedSession(session());
  const { renew } = provider((n) => renewedFor(n, { subject: "other", identity: session().identity }));
  const tokenStore = createTokenStore({ ...quiet, ...shared, renew });
  expect(await tokenStore.get("id", session(), "apiToken")).toBeUndefined();
  expect(shared.now()).toBeUndefined();
});

test("a refusal of the API's token ends the session immediately; one of the photo's does not", async () => {
  const held = session({ apiToken: { ...storedToken("held", 3600), renewAt: 0 } });
  const shared = sharedSession(held);
  const { renew } = provider(() => new RenewalRefused("disabled"));
  const tokenStore = createTokenStore({ ...quiet, ...shared, renew });
  expect(await tokenStore.get("id", held, "graphToken")).toBeUndefined();
  expect(shared.now()).toEqual(held);
  expect(await tokenStore.get("id", held, "apiToken")).toBeUndefined();
  expect(shared.now()).toBeUndefined();
});

test("a refused renewal is not retried, and without a refresh token none is attempted", async () => {
  const refusing = provider(() => new RenewalRefused("spent"));
  const first = createTokenStore({ ...quiet, ...sharedSession(session()), renew: refusing.renew });
  expect(await first.get("id", session(), "apiToken")).toBeUndefined();
  expect(refusing.calls).toHaveLength(1);

  const bare = session({ refreshToken: undefined });
  const unused = provider(renewed);
  const second = createTokenStore({ ...quiet, ...sharedSession(bare), renew: unused.renew });
  expect(await second.get("id", bare, "apiToken")).toBeUndefined();
  expect(unused.calls).toEqual([]);
});

test("a token near its end still serves while the provider is down", async () => {
  const ending = session({ apiToken: { value: "ending", renewAt: 0, expiresAt: Date.now() + 60_000 } });
  const { calls, renew } = provider(() => new Error("down"));
  const tokenStore = createTokenStore({ ...quiet, ...sharedSession(ending), renew });
  expect(await tokenStore.get("id", ending, "apiToken")).toBe("ending");
  expect(calls).toHaveLength(1);
});

test("an ended session has no token, and a failing store is reported, not thrown", async () => {
  const { renew } = provider(renewed);
  const ended = createTokenStore({ ...quiet, ...sharedSession(undefined), renew });
  expect(await ended.get("id", session(), "apiToken")).toBeUndefined();
  const problems: unknown[] = [];
  const broken = createTokenStore({
    renew,
    changeSession: () => Promise.reject(new Error("store")),
    onFailure: (problem) => problems.push(problem),
  });
  expect(await broken.get("id", session(), "apiToken")).toBeUndefined();
  expect(problems).toHaveLength(1);
});

test("a short-lived token is renewed in its last quarter, not immediately", () => {
  const { renewAt, expiresAt } = storedToken("t", 60);
  expect(expiresAt - renewAt).toBe(15_000);
  const long = storedToken("t", 3600);
  expect(long.expiresAt - long.renewAt).toBe(5 * 60_000);
});
