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
} from "#tests/support/identity.ts";
import { createMemoryIdentityStore } from "./store.ts";

let provider: Awaited<ReturnType<typeof startProvider>>;
let origin: string;

beforeAll(async () => {
  provider = await startProvider(createMemoryIdentityStore());
  ({ origin } = provider);
});
afterAll(() => provider.stop());

describe("discovery", () => {
  test("stands at Entra's path and names Entra's paths", async () => {
    const base = `${origin}/${tenant}`;
    const answer = await fetch(`${base}/v2.0/.well-known/openid-configuration`);
    expect(await answer.json()).toMatchObject({
      issuer: `${base}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      end_session_endpoint: `${base}/oauth2/v2.0/logout`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
    });
  });

  test("the published keys hold nothing private", async () => {
    const answer = await fetch(`${origin}/${tenant}/discovery/v2.0/keys`);
    const { keys } = z
      .object({ keys: z.array(z.record(z.string(), z.unknown())) })
      .parse(await answer.json());
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
    const keySet = createRemoteJWKSet(new URL(`${origin}/${tenant}/discovery/v2.0/keys`));
    const { payload } = await jwtVerify(tokens.id_token ?? "", keySet, {
      issuer: `${origin}/${tenant}/v2.0`,
      audience: clientId,
    });
    expect(payload).toMatchObject({
      name: "Avery Admin",
      preferred_username: "admin@utopia.example",
      email: "admin@utopia.example",
      roles: ["Admin"],
      tid: tenant,
      nonce: "the nonce",
    });
    expect(payload.oid).toMatch(/^[0-9a-f-]{36}$/);
    expect(payload.sub).not.toBe(payload.oid);
    expect(tokens.refresh_token).toBeTruthy();
  });

  test("by address, and a person without roles has no roles claim", async () => {
    const { tokens } = await signIn(origin, " NoRole@utopia.example ");
    expect(decodeJwt(tokens.id_token ?? "")).not.toHaveProperty("roles");
  });

  test("a person may have an empty username", async () => {
    const { tokens } = await signIn(origin, "nameless");
    expect(decodeJwt(tokens.id_token ?? "").preferred_username).toBe("");
  });

  test("the page says what it is, runs no script and offers the hinted person first", async () => {
    const { answer } = await follow(
      openBrowser(),
      origin,
      authorizeUrl(origin, { login_hint: "edi@utopia.example" }).url,
    );
    const html = await answer.text();
    expect(html).toContain("Embedded identity provider");
    expect(html).not.toMatch(/<script/i);
    expect(html.match(/value="(\w+)"/)?.[1]).toBe("edi");
    expect(answer.headers.get("content-security-policy")).toContain(`form-action 'self' ${portal}`);
  });

  test("a name that nobody has is said so, inertly, and what was typed stays", async () => {
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

  test("whoever is signed in already is not asked again, except with select_account", async () => {
    const { browser } = await signIn(origin, "store");
    const again = await follow(browser, origin, authorizeUrl(origin).url);
    expect(new URL(again.url).searchParams.get("code")).toBeTruthy();
    const asked = await follow(browser, origin, authorizeUrl(origin, { prompt: "select_account" }).url);
    expect(await asked.answer.text()).toContain("Pick an account");
  });

  test("an unknown redirect address gets a page and no redirect", async () => {
    const { url } = authorizeUrl(origin, { redirect_uri: "https://evil.example/auth/callback" });
    const answer = await openBrowser()(url);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    expect(await answer.text()).toContain("Sign-in not possible");
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

  test("a sign-in page that has expired says so", async () => {
    const answer = await openBrowser()(`${origin}/${tenant}/sign-in/gone`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("has expired");
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

test("a renewal that asks for openid says again who the person is, also for the API", async () => {
  const { tokens } = await signIn(origin, "admin");
  const renewed = await refresh(origin, tokens.refresh_token, `${apiScope} openid profile offline_access`);
  expect(renewed.status).toBe(200);
  const { id_token, access_token } = tokenAnswer.parse(renewed.body);
  expect(decodeJwt(id_token ?? "")).toMatchObject({
    iss: `${origin}/${tenant}/v2.0`,
    aud: clientId,
    name: "Avery Admin",
    roles: ["Admin"],
  });
  await expect(provider.identity.verifyAccessToken(access_token)).resolves.toMatchObject({
    scopes: ["read"],
  });
  const photo = await refresh(origin, tokens.refresh_token, "user.read openid profile offline_access");
  expect(tokenAnswer.parse(photo.body).id_token).toBeTruthy();
});

describe("logging out", () => {
  const logoutUrl = (target: string) =>
    `${origin}/${tenant}/oauth2/v2.0/logout?post_logout_redirect_uri=${encodeURIComponent(target)}`;

  test("returns to the portal, asks at the next sign-in, and ends the refresh token", async () => {
    const { browser, tokens } = await signIn(origin, "admin");
    const answer = await browser(logoutUrl(`${portal}/login`));
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${portal}/login`);
    const next = await follow(browser, origin, authorizeUrl(origin).url);
    expect(await next.answer.text()).toContain("Pick an account");
    expect((await refresh(origin, tokens.refresh_token, apiScope)).status).toBe(400);
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
    const keySet = createRemoteJWKSet(new URL(`${origin}/${tenant}/discovery/v2.0/keys`));
    const { payload } = await jwtVerify(token, keySet, {
      issuer: `${origin}/${tenant}/v2.0`,
      audience: clientId,
      typ: "logout+jwt",
    });
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
    expect((await refresh(origin, tokens.refresh_token, apiScope)).status).toBe(400);
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
    await expect(after.identity.verifyAccessToken(api.access_token)).resolves.toMatchObject({
      scopes: ["read"],
    });
    expect((await refresh(after.origin, api.refresh_token, apiScope)).status).toBe(200);
    const again = await follow(browser, after.origin, authorizeUrl(after.origin).url);
    expect(new URL(again.url).searchParams.get("code")).toBeTruthy();
  } finally {
    await after.stop();
  }
});
