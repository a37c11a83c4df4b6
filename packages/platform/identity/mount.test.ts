import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  apiScope,
  askToken,
  authorizeUrl,
  clientId,
  clientSecret,
  follow,
  locationOf,
  openBrowser,
  pick,
  portal,
  refresh,
  signIn,
  startProvider,
  tenant,
  tokenAnswer,
} from "../../../tests/support/identity.ts";
import { createMemoryIdentityStore, mintAccessToken } from "../../../tests/support/identityDoubles.ts";
import { loadSigningKeys, TokenRefused } from "./keys.ts";
import { photoPath } from "./mount.ts";

let provider: Awaited<ReturnType<typeof startProvider>>;
let origin: string;

/** The claims of an ID token that the portal uses. */
const verified = (token: string, options: { typ?: string } = {}) => {
  const keySet = createRemoteJWKSet(new URL(`${origin}/${tenant}/discovery/v2.0/keys`));
  return jwtVerify(token, keySet, { issuer: `${origin}/${tenant}/v2.0`, audience: clientId, ...options });
};
const renewed = async (token: string | undefined) =>
  tokenAnswer.parse((await refresh(origin, token, apiScope)).body);
const statusOfRenewal = async (token: string | undefined) => (await refresh(origin, token, apiScope)).status;

beforeAll(async () => {
  provider = await startProvider(createMemoryIdentityStore());
  ({ origin } = provider);
});
afterAll(() => provider.stop());

describe("discovery", () => {
  test("is at Entra's path and names Entra's paths", async () => {
    const base = `${origin}/${tenant}`;
    const answer = await fetch(`${base}/v2.0/.well-known/openid-configuration`);
    const oauth = `${base}/oauth2/v2.0`;
    expect(await answer.json()).toMatchObject({
      issuer: `${base}/v2.0`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
      authorization_endpoint: `${oauth}/authorize`,
      token_endpoint: `${oauth}/token`,
      end_session_endpoint: `${oauth}/logout`,
    });
  });

  test("the published keys hold nothing private", async () => {
    const answer = await fetch(`${origin}/${tenant}/discovery/v2.0/keys`);
    const keySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
    const { keys } = keySet.parse(await answer.json());
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  });
});

test("behind a proxy that ends TLS its addresses are the public ones, and its cookies Secure", async () => {
  const publicOrigin = "https://identity.example";
  const hidden = await startProvider(createMemoryIdentityStore(), 0, publicOrigin);
  const at = `http://localhost:${hidden.port}`;
  const forged = { "x-forwarded-host": "elsewhere.example", "x-forwarded-proto": "http" };
  const answer = await fetch(`${at}/${tenant}/v2.0/.well-known/openid-configuration`, { headers: forged });
  expect(await answer.json()).toMatchObject({
    issuer: `${publicOrigin}/${tenant}/v2.0`,
    token_endpoint: `${publicOrigin}/${tenant}/oauth2/v2.0/token`,
  });
  const begun = await fetch(authorizeUrl(at).url, { redirect: "manual", headers: forged });
  expect(begun.status).toBe(303);
  for (const cookie of begun.headers.getSetCookie()) expect(cookie).toMatch(/; secure/i);
  expect(begun.headers.getSetCookie().length).toBeGreaterThan(0);
  await hidden.stop();
});

describe("signing in", () => {
  test("gives an ID token with the claims that Entra gives", async () => {
    const { tokens } = await signIn(origin, "admin");
    const { payload } = await verified(tokens.id_token ?? "");
    expect(payload).toMatchObject({
      ...{ name: "Avery Admin", preferred_username: "admin@utopia.example", email: "admin@utopia.example" },
      ...{ roles: ["Admin"], tid: tenant, nonce: "the nonce" },
    });
    expect(payload.oid).toMatch(/^[0-9a-f-]{36}$/);
    expect(payload.sub).not.toBe(payload.oid);
    expect(tokens.refresh_token).toBeTruthy();
  });

  test("by address; a person may have no roles claim, or an empty username", async () => {
    const claimsOf = async (who: string) => decodeJwt((await signIn(origin, who)).tokens.id_token ?? "");
    expect(await claimsOf(" NoRole@utopia.example ")).not.toHaveProperty("roles");
    expect((await claimsOf("nameless")).preferred_username).toBe("");
  });

  test("the page names itself, runs no script and offers the hinted person first", async () => {
    const { url } = authorizeUrl(origin, { login_hint: "edi@utopia.example" });
    const { answer } = await follow(openBrowser(), origin, url);
    const html = await answer.text();
    expect(html).toContain("Embedded identity provider");
    expect(html).not.toMatch(/<script/i);
    expect(html.match(/value="(\w+)"/)?.[1]).toBe("edi");
    expect(answer.headers.get("content-security-policy")).toContain(`form-action 'self' ${portal}`);
  });

  test("an unknown name is reported, escaped, and the input is kept", async () => {
    const browser = openBrowser();
    const page = await follow(browser, origin, authorizeUrl(origin).url);
    const account = `<script>"x"`;
    const answer = await browser(page.url, { method: "POST", body: new URLSearchParams({ account }) });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain("There is no account");
    expect(html).toContain(`value="&lt;script&gt;&quot;x&quot;"`);
    expect(html).not.toContain("<script");
  });

  test("Cancel returns to the portal with access_denied", async () => {
    const browser = openBrowser();
    const page = await follow(browser, origin, authorizeUrl(origin).url);
    const answer = await browser(`${page.url}/cancel`, { method: "POST", body: new URLSearchParams() });
    const back = new URL((await follow(browser, origin, locationOf(answer, origin))).url);
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("state")).toBe("the state");
  });

  test("a signed-in person is not asked again, except with select_account", async () => {
    const { browser } = await signIn(origin, "store");
    const again = await follow(browser, origin, authorizeUrl(origin).url);
    expect(new URL(again.url).searchParams.get("code")).toBeTruthy();
    const requested = await follow(browser, origin, authorizeUrl(origin, { prompt: "select_account" }).url);
    expect(await requested.answer.text()).toContain("Pick an account");
  });

  test("an unknown redirect address, and a page that has expired, get a page and no redirect", async () => {
    const elsewhere = authorizeUrl(origin, { redirect_uri: "https://evil.example/auth/callback" }).url;
    for (const [url, words] of [
      [elsewhere, "Sign-in not possible"],
      [`${origin}/${tenant}/sign-in/gone`, "has expired"],
    ] as const) {
      const answer = await openBrowser()(url);
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      expect(await answer.text()).toContain(words);
    }
  });

  test("a request without PKCE goes back with an error, and to no sign-in page", async () => {
    const url = new URL(authorizeUrl(origin).url);
    url.searchParams.delete("code_challenge");
    url.searchParams.delete("code_challenge_method");
    const browser = openBrowser();
    const back = new URL((await follow(browser, origin, url.href)).url);
    expect(back.origin + back.pathname).toBe(`${portal}/auth/callback`);
    expect(back.searchParams.get("error")).toBe("invalid_request");
  });

  test("a code works once, and only with its verifier and the right secret", async () => {
    const { fields } = await signIn(origin, "clerk");
    expect((await askToken(origin, fields)).status).toBe(400);

    const browser = openBrowser();
    const { url, verifier } = authorizeUrl(origin);
    const page = await follow(browser, origin, url);
    const code = new URL((await pick(browser, origin, page.url, "clerk")).url).searchParams.get("code") ?? "";
    const fresh = { ...fields, code };
    expect((await askToken(origin, { ...fresh, code_verifier: verifier }, "wrong")).status).toBe(401);
    const answer = await askToken(origin, { ...fresh, code_verifier: randomBytes(32).toString("base64url") });
    expect(await answer.json()).toMatchObject({ error: "invalid_grant" });
  });
});

test("a renewal with openid identifies the person again, also for the API", async () => {
  const { tokens } = await signIn(origin, "admin");
  const answer = await refresh(origin, tokens.refresh_token, `${apiScope} openid profile offline_access`);
  expect(answer.status).toBe(200);
  const { id_token, access_token } = tokenAnswer.parse(answer.body);
  const issued = { iss: `${origin}/${tenant}/v2.0`, aud: clientId };
  expect(decodeJwt(id_token ?? "")).toMatchObject({ ...issued, name: "Avery Admin", roles: ["Admin"] });
  expect(await provider.identity.verifyAccessToken(access_token)).toMatchObject({ scopes: ["read"] });
  const photo = await refresh(origin, tokens.refresh_token, "user.read openid profile offline_access");
  expect(tokenAnswer.parse(photo.body).id_token).toBeTruthy();
});

describe("the portal API's token", () => {
  test("comes with the refresh token, although the sign-in did not request that scope", async () => {
    const { tokens } = await signIn(origin, "merch");
    const { access_token, scope } = await renewed(tokens.refresh_token);
    expect(scope).toBe(apiScope);
    const [username, roles] = ["merch@utopia.example", ["User"]];
    const claims = { aud: "api://utopia-portal", scp: "read", roles, preferred_username: username };
    expect(decodeJwt(access_token)).toMatchObject(claims);
    const read = { username, roles, scopes: ["read"] };
    expect(await provider.identity.verifyAccessToken(access_token)).toMatchObject(read);
  });

  test("comes immediately when the sign-in names its scope before graph's", async () => {
    const scope = `openid offline_access ${apiScope} user.read`;
    const { tokens } = await signIn(origin, "merch", { scope });
    expect(await provider.identity.verifyAccessToken(tokens.access_token)).toMatchObject({
      scopes: ["read"],
    });
  });

  test("an earlier refresh token still works after a newer one was given", async () => {
    const { tokens } = await signIn(origin, "clerk");
    const first = await renewed(tokens.refresh_token);
    expect(first.refresh_token).not.toBe(tokens.refresh_token);
    for (const token of [tokens.refresh_token, first.refresh_token])
      expect(await statusOfRenewal(token)).toBe(200);
  });

  test("is refused with another audience, issuer, key, when expired, and when it is an ID token", async () => {
    const { identity } = provider;
    const { tokens } = await signIn(origin, "clerk");
    const others = [
      { audience: "api://another" },
      { issuer: "https://another.example" },
      { foreignKey: true },
      { expiresIn: -1 },
    ];
    const minted = await Promise.all(others.map((options) => mintAccessToken(identity, options)));
    for (const token of [tokens.id_token ?? "", tokens.access_token, "not a token", ...minted])
      await expect(identity.verifyAccessToken(token)).rejects.toThrow(TokenRefused);
    const right = await mintAccessToken(identity, { roles: [], scope: "" });
    expect(await identity.verifyAccessToken(right)).toMatchObject({ roles: ["User"], scopes: [] });
  });
});

test("the photo is a PNG for some and 404 for others, and needs a token of the graph service", async () => {
  const photoOf = (token: string) =>
    fetch(origin + photoPath, { headers: { authorization: `Bearer ${token}` } });
  const answer = await photoOf((await signIn(origin, "admin")).tokens.access_token);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await answer.arrayBuffer()).toString("latin1", 1, 4)).toBe("PNG");
  expect((await photoOf((await signIn(origin, "store")).tokens.access_token)).status).toBe(404);
  expect((await photoOf(await mintAccessToken(provider.identity))).status).toBe(401);
  expect((await fetch(origin + photoPath)).status).toBe(401);
});

test("processes that start together on an empty store sign with one key", async () => {
  const store = createMemoryIdentityStore();
  const loaded = await Promise.all([1, 2, 3].map(() => loadSigningKeys(store)));
  expect(new Set(loaded.map(({ publicJwk }) => publicJwk.kid)).size).toBe(1);
  expect((await loadSigningKeys(store)).publicJwk).toEqual(loaded[0]?.publicJwk);
});

describe("logging out", () => {
  const logoutUrl = (target: string) =>
    `${origin}/${tenant}/oauth2/v2.0/logout?post_logout_redirect_uri=${encodeURIComponent(target)}`;

  test("returns to the portal, requires the next sign-in, and revokes the refresh token", async () => {
    const { browser, tokens } = await signIn(origin, "admin");
    const answer = await browser(logoutUrl(`${portal}/login`));
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${portal}/login`);
    const next = await follow(browser, origin, authorizeUrl(origin).url);
    expect(await next.answer.text()).toContain("Pick an account");
    expect(await statusOfRenewal(tokens.refresh_token)).toBe(400);
  });

  test("is announced to the portal by a signed token that names the session", async () => {
    const heard: string[] = [];
    const listening = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      heard.push(`${request.url}?${body}`);
      response.end();
    }).listen(3999, "127.0.0.1");
    await once(listening, "listening");
    const { browser, tokens } = await signIn(origin, "clerk");
    await browser(logoutUrl(`${portal}/login`));
    listening.close();
    const address = new URL(heard[0] ?? "", "http://portal.example");
    expect(heard).toHaveLength(1);
    expect(address.pathname).toBe("/auth/provider-logout");
    const token = address.searchParams.get("logout_token") ?? "";
    const { payload } = await verified(token, { typ: "logout+jwt" });
    const person = decodeJwt(tokens.id_token ?? "");
    expect(person.sid).toBeTruthy();
    expect(payload).toMatchObject({ sub: person.sub, sid: person.sid });
    expect(payload).not.toHaveProperty("nonce");
  });

  test("a refresh token that is given back is good for nothing", async () => {
    const { tokens } = await signIn(origin, "clerk");
    const body = new URLSearchParams({ token: tokens.refresh_token ?? "", client_id: clientId });
    const revoke = `${origin}/${tenant}/oauth2/v2.0/revoke`;
    expect((await fetch(revoke, { method: "POST", body })).status).toBe(401);
    body.set("client_secret", clientSecret);
    expect((await fetch(revoke, { method: "POST", body })).status).toBe(200);
    expect(await statusOfRenewal(tokens.refresh_token)).toBe(400);
  });

  test("goes nowhere else, signed in or not", async () => {
    const answer = await openBrowser()(logoutUrl("https://evil.example/login"));
    expect(answer.headers.get("location")).toBeNull();
    expect(await answer.text()).toContain("You are signed out");
  });
});

test("a restart on the same store keeps tokens, refresh tokens and sign-in sessions", async () => {
  const store = createMemoryIdentityStore();
  const before = await startProvider(store);
  const { tokens, browser } = await signIn(before.origin, "clerk");
  const api = tokenAnswer.parse((await refresh(before.origin, tokens.refresh_token, apiScope)).body);
  await before.stop();

  const after = await startProvider(store, before.port);
  try {
    expect(await after.identity.verifyAccessToken(api.access_token)).toMatchObject({ scopes: ["read"] });
    expect((await refresh(after.origin, api.refresh_token, apiScope)).status).toBe(200);
    const again = await follow(browser, after.origin, authorizeUrl(after.origin).url);
    expect(new URL(again.url).searchParams.get("code")).toBeTruthy();
  } finally {
    await after.stop();
  }
});
