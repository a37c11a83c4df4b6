import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { somePortalDatabase } from "#tests/support/portalDatabases.ts";
import { portalOver } from "#tests/support/portalModules.ts";
import { takeKeyPath } from "./paths.ts";

const keys = await generateKeyPair("RS256", { extractable: true });
const otherKeys = await generateKeyPair("RS256");
const published = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k1", use: "sig", alg: "RS256" }] };
const tenant = "11111111-2222-4333-8444-555555555555";
let provider = "";
let givenBack: string[] = [];

/** Fake identity provider: its discovery document, its keys, and its revocation endpoint. */
const server = createServer(async (incoming, response) => {
  let body = "";
  for await (const part of incoming) body += part;
  const path = incoming.url ?? "";
  if (path.endsWith("/revoke")) givenBack.push(new URLSearchParams(body).get("token") ?? "");
  const base = `${provider}/${tenant}`;
  const stores = [{ storeName: "Clarks", storeAlias: "CLK", storeType: "shopify" }];
  if (path.includes("/api/")) return response.end(JSON.stringify(stores));
  const discovery = { issuer: `${base}/v2.0`, revocation_endpoint: `${base}/oauth2/v2.0/revoke` };
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(path.endsWith("/keys") ? published : discovery));
});

const modules = async (at: string) => {
  provider = at;
  vi.stubEnv("MICROSOFT_AUTHORITY", provider);
  vi.stubEnv("MICROSOFT_TENANT_ID", tenant);
  vi.stubEnv("MICROSOFT_CLIENT_ID", "portal");
  const [guard, list, pages, commands, tokens, route, signIn, audit, notes, keys, work] = await Promise.all([
    import("#app/core/auth/guard.server.ts"),
    import("#app/core/auth/session.server.ts"),
    import("./screens.server.ts"),
    import("#app/core/commands/command.server.ts"),
    import("#app/core/http/once.server.ts"),
    import("#app/core/auth/routes/providerLogout.ts"),
    import("#app/core/auth/signIn.server.ts"),
    import("#app/core/audit/audit.server.ts"),
    import("#app/core/http/requestNotes.server.ts"),
    import("#app/composition/stationKeys.server.ts"),
    import("#app/domains/labels/stations/stations.server.ts"),
  ]);
  return {
    ...{
      ...guard,
      ...list,
      ...pages,
      ...commands,
      ...tokens,
      ...route,
      ...signIn,
      ...audit,
      ...notes,
      ...keys,
    },
    stations: work.stations,
  };
};
const portal = portalOver(server, modules, somePortalDatabase());

let people = 0;
beforeEach(() => {
  people += 1;
  givenBack = [];
});
const someone = (name = "person") => `${name} ${process.pid} ${people} of the sessions`;

const windows = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";

const requestFor = (cookie: string, init: RequestInit = {}, path = "/sessions") =>
  new Request(`https://portal.example${path}`, {
    ...init,
    headers: { Cookie: cookie, Origin: "https://portal.example", ...init.headers },
  });

/** Signs a person in; `sid` is the provider's session. Resolves to the cookie. */
async function signIn(subject: string, userAgent: string, sid?: string, roles = ["User"]): Promise<string> {
  const cookie = await portal().startSession(requestFor("", { headers: { "User-Agent": userAgent } }), {
    subject,
    identity: { email: "", username: subject, initials: "R", fullname: subject, roles },
    confirmed: { renewAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER },
    signedInAt: Date.now(),
    sid,
    apiToken: { value: "t", renewAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER },
    refreshToken: `refresh ${subject} ${sid}`,
  });
  return cookie.split(";")[0] ?? "";
}
const userOf = (cookie: string) => portal().optionalUser(requestFor(cookie));
const aliveOf = async (cookies: string[]) =>
  (await Promise.all(cookies.map(userOf))).map((user) => user !== undefined);

async function logoutToken(claims: JWTPayload, { foreign = false, secondsAgo = 0 } = {}): Promise<string> {
  return new SignJWT({ events: { "http://schemas.openid.net/event/backchannel-logout": {} }, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "k1", typ: "logout+jwt" })
    .setIssuer(`${provider}/${tenant}/v2.0`)
    .setAudience("portal")
    .setJti(crypto.randomUUID())
    .setIssuedAt(Math.floor(Date.now() / 1000) - secondsAgo)
    .sign((foreign ? otherKeys : keys).privateKey);
}

/** The provider posts a logout token, without a cookie or an Origin. */
async function announce(token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token });
  const request = new Request("https://portal.example/auth/provider-logout", { method: "POST", body });
  return (await portal().action({ request, params: {}, context: {} })).status;
}
async function frame(query: Record<string, string>): Promise<number> {
  const request = new Request(`https://portal.example/auth/provider-logout?${new URLSearchParams(query)}`);
  return (await portal().loader({ request, params: {}, context: {} })).status;
}

test("a person sees where they are signed in, and ends one of those sessions and no other [sign-in#own-sessions]", async () => {
  const [here, there] = [await signIn(someone(), windows, "a"), await signIn(someone(), phone, "b")];
  const stranger = await signIn(someone("stranger"), windows);
  const user = await portal().requireUser(requestFor(here));
  const rows = await portal().ownSessions(user);
  expect(rows.map(({ device, isThis }) => [device, isThis])).toEqual([
    ["Chrome on Windows", true],
    ["Safari on iPhone", false],
  ]);
  expect(JSON.stringify(rows)).not.toContain((await portal().requireUser(requestFor(there))).sessionId);

  const end = (handle = "") =>
    portal().runCommand(
      portal().endSessionPage(user, handle).commandWith(undefined),
      portal().tokens.make(user),
    );
  const other = await portal().requireUser(requestFor(stranger));
  const [theirs] = await portal().ownSessions(other);
  expect(await end(theirs?.handle)).toMatchObject({ is: "refused", status: 404 });
  expect(await end(rows[0]?.handle)).toMatchObject({ is: "refused", status: 409 });
  expect(await end(rows[1]?.handle)).toMatchObject({ is: "done" });
  expect(await aliveOf([here, there, stranger])).toEqual([true, false, true]);
  expect(givenBack).toEqual([`refresh ${someone()} b`]);
});

test("an Admin ends every session of a person, and keeps the own one [sign-in#people]", async () => {
  const clerk = [await signIn(someone(), windows), await signIn(someone(), phone)];
  const admin = await signIn(someone("admin"), windows, undefined, ["Admin"]);
  const user = await portal().requireUser(requestFor(admin));
  const rows = await portal().peopleNow(user);
  const row = rows.find(({ name }) => name === someone());
  expect(row).toMatchObject({ sessions: 2, isSelf: false });
  const end = (handle = "") =>
    portal().runCommand(
      portal().endPersonPage(portal().keyedStations, user, handle).commandWith(undefined),
      portal().tokens.make(user),
    );
  expect(await end(row?.handle)).toMatchObject({ is: "done" });
  expect(await aliveOf([...clerk, admin])).toEqual([false, false, true]);
  expect((await portal().peopleNow(user)).some(({ name }) => name === someone())).toBe(false);
  expect(await end(rows.find(({ isSelf }) => isSelf)?.handle)).toMatchObject({ is: "refused" });
  expect(await aliveOf([admin])).toEqual([true]);
});

test("a logout token of the provider ends the session it names, once; its person's others continue [sign-in#provider-log-out]", async () => {
  const sids = [crypto.randomUUID(), crypto.randomUUID()];
  const cookies = [await signIn(someone(), windows, sids[0]), await signIn(someone(), phone, sids[1])];
  const token = await logoutToken({ sub: someone(), sid: sids[0] });
  expect(await announce(token)).toBe(200);
  expect(await aliveOf(cookies)).toEqual([false, true]);
  expect(await announce(token), "sent again").toBe(400);
  expect(await announce(await logoutToken({ sub: someone() })), "a whole person").toBe(200);
  expect(await aliveOf(cookies)).toEqual([false, false]);
});

test("a logout token that is not right ends nothing", async () => {
  const sid = crypto.randomUUID();
  const cookie = await signIn(someone(), windows, sid);
  const right = { sub: someone(), sid };
  expect(await announce(await logoutToken(right, { foreign: true })), "another's").toBe(400);
  expect(await announce(await logoutToken(right, { secondsAgo: 3600 })), "old").toBe(400);
  expect(await announce(await logoutToken({ ...right, nonce: "n" })), "an ID token").toBe(400);
  expect(await announce(await logoutToken({ ...right, events: {} })), "another event").toBe(400);
  expect(await announce(await logoutToken({})), "of nobody").toBe(400);
  expect(await announce("a.b.c")).toBe(400);
  expect(await announce(await logoutToken({ sub: "somebody else", sid })), "another person's sid").toBe(200);
  expect(await aliveOf([cookie])).toEqual([true]);
});

test("a log-out in a frame ends the session of its sid, for the right provider only [sign-in#provider-log-out]", async () => {
  const sid = crypto.randomUUID();
  const cookie = await signIn(someone(), windows, sid);
  const iss = `${provider}/${tenant}/v2.0`;
  expect(await frame({ iss: "https://evil.example/v2.0", sid })).toBe(400);
  expect(await frame({ iss })).toBe(400);
  expect(await frame({ iss, sid: "guessed" })).toBe(200);
  expect(await aliveOf([cookie])).toEqual([true]);
  expect(await frame({ iss, sid })).toBe(200);
  expect(await aliveOf([cookie])).toEqual([false]);
});

test("a request that takes long goes no further once its session has ended [sign-in#end-means-end, sign-in#files]", async () => {
  const cookie = await signIn(someone(), windows);
  const user = await portal().requireUser(requestFor(cookie));
  await portal().requireStillSignedIn(user);
  await portal().endSession(user.sessionId);
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2_000);
  const refused = await user.accessToken().catch((thrown: unknown) => thrown);
  clock.mockRestore();
  if (!(refused instanceof Response)) throw new Error("It went on");
  expect(refused.headers.get("Location")).toBe("/login?returnTo=%2Fsessions&problem=expired");
  expect(refused.headers.get("Clear-Site-Data"), "what the browser holds").toBe('"cache"');
  await expect(portal().requireStillSignedIn(user)).rejects.toBeInstanceOf(Response);
});

test("a closed page that a browser reads ahead is refused as ever, and audited [audit#what]", async () => {
  const cookie = await signIn(someone(), windows);
  const append = vi.spyOn(portal().trail, "append");
  const about = { upstreamMs: 0, address: "127.0.0.1", correlationId: "c", isPrefetch: true };
  const refused = await portal().noting(about, () =>
    portal()
      .requireMay(requestFor(cookie, {}, "/audit"), "audit")
      .catch((thrown: unknown) => thrown),
  );
  const lines = append.mock.calls.map(([{ kind, record, subject }]) => ({ kind, record, subject }));
  append.mockRestore();
  expect(refused).toMatchObject({ status: 403 });
  expect(lines).toEqual([{ kind: "refusal", record: "/audit", subject: someone() }]);
});

test("Log Out revokes the refresh token, and clears the browser's cache but not its storage [sign-in#log-out]", async () => {
  const cookie = await signIn(someone(), windows, "z");
  const answer = await portal().signOut(requestFor(cookie, { method: "POST" }, "/auth/logout"));
  expect(answer.headers.get("Location")).toContain(`${provider}/${tenant}/oauth2/v2.0/logout`);
  expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(givenBack).toEqual([`refresh ${someone()} z`]);
  expect(await aliveOf([cookie])).toEqual([false]);
});

test("a key that prints without sign-in is listed with the person who gave it, and taken back [sign-in#station-keys]", async () => {
  const giver = await signIn(someone("labels"), windows, undefined, ["PrintLabel"]);
  const admin = await signIn(someone("admin"), windows, undefined, ["Admin"]);
  const user = await portal().requireUser(requestFor(admin));
  const { subject } = await portal().requireUser(requestFor(giver));
  const name = `Dock ${process.pid} ${people}`;
  const station = await portal().stations.open("CLK", name);
  const id = station?.id ?? "";
  await portal().stations.set("CLK", id, { key: { hash: "h", by: "Lee Labels", at: 0, subject } });
  const given = async () => (await portal().keyedStations.keys(user)).keys.filter((key) => key.name === name);
  expect(await given()).toMatchObject([{ storeName: "Clarks", by: "Lee Labels" }]);
  const handle = (await portal().peopleNow(user)).find((row) => row.name === subject)?.handle ?? "";
  const { question } = await portal()
    .endPersonPage(portal().keyedStations, user, handle)
    .commandWith(undefined)
    .read();
  const path = takeKeyPath("CLK", id);
  expect(question.facts).toContainEqual(
    expect.objectContaining({ label: `${name} (Clarks)`, way: { href: path, words: "Take back" } }),
  );
  const takeBack = () =>
    portal().runCommand(
      portal().takeKeyPage(portal().keyedStations, user, "CLK", id).commandWith(undefined),
      portal().tokens.make(user),
    );
  expect(await takeBack()).toMatchObject({ is: "done" });
  expect(await given()).toEqual([]);
  expect(await takeBack(), "once more").toMatchObject({ is: "refused", status: 404 });
  await portal().stations.end("CLK", id);
});
