import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import Fastify from "fastify";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { TokenRefused } from "./accessToken.ts";
import { mintAccessToken } from "./mintToken.ts";
import { type Identity, mountIdentity } from "./mount.ts";
import { photoPath } from "./paths.ts";
import { createMemoryIdentityStore, type IdentityStore } from "./store.ts";

const tenant = "8f2c1c4e-5d1b-4a7e-9c55-2b7d4f0a6e31";
const clientId = "3b9d6a52-1f0e-4c38-8a47-6e2f9d1c5b70";
const clientSecret = "a secret with $pecial characters & more";
const portal = "http://localhost:3000";
const redirectUri = `${portal}/auth/callback`;
const signInScope = "openid profile user.read offline_access";
const apiScope = "api://utopia-portal/read";

const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  scope: z.string(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
});

async function startProvider(store: IdentityStore, port = 0) {
  const server = Fastify();
  const reserved = port || (await freePort());
  const origin = `http://localhost:${reserved}`;
  const identity = await mountIdentity(server, {
    origin,
    tenant,
    clientId,
    clientSecret,
    redirectOrigins: [portal, "http://127.0.0.1:3999"],
    store,
    log: {
      error: (details) => {
        throw new Error(JSON.stringify(details));
      },
    },
  });
  await server.listen({ port: reserved, host: "localhost" });
  return { origin, identity, port: reserved, stop: () => server.close() };
}

/** The port must be known before the provider is built: it is part of the issuer. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || !address) throw new Error("No port");
  return address.port;
}

/** A browser of one person: keeps cookies by path and follows no redirect by itself. */
function openBrowser() {
  const cookies = new Map<string, { value: string; path: string }>();
  return async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url);
    const sent = [...cookies]
      .filter(([, cookie]) => pathname.startsWith(cookie.path))
      .map(([name, cookie]) => `${name}=${cookie.value}`);
    const answer = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, cookie: sent.join("; "), accept: "text/html" },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const [name = "", value = ""] = pair.split("=");
      const path = attributes.find((one) => one.startsWith("path="))?.slice(5) ?? "/";
      const expired = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one));
      if (expired) cookies.delete(name);
      else cookies.set(name, { value, path });
    }
    return answer;
  };
}

type Browser = ReturnType<typeof openBrowser>;

const locationOf = (answer: Response, base: string) =>
  new URL(answer.headers.get("location") ?? "about:blank", base).href;

function authorizeUrl(origin: string, parameters: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: signInScope,
    state: "the state",
    nonce: "the nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...parameters,
  });
  return { url: `${origin}/${tenant}/oauth2/v2.0/authorize?${query}`, verifier };
}

/** Follows redirects until the sign-in page or the portal is reached. */
async function follow(browser: Browser, origin: string, start: string) {
  let url = start;
  let answer = await browser(url);
  for (let hops = 0; answer.status === 303 && hops < 8; hops++) {
    url = locationOf(answer, origin);
    if (!url.startsWith(origin)) return { url, answer };
    answer = await browser(url);
  }
  return { url, answer };
}

async function pick(browser: Browser, origin: string, page: string, account: string) {
  const answer = await browser(page, { method: "POST", body: new URLSearchParams({ account }) });
  expect(answer.status).toBe(303);
  return follow(browser, origin, locationOf(answer, origin));
}

async function askToken(origin: string, fields: Record<string, string>, secret = clientSecret) {
  return fetch(`${origin}/${tenant}/oauth2/v2.0/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString("base64")}`,
    },
    body: new URLSearchParams(fields),
  });
}

async function signIn(origin: string, account: string, parameters: Record<string, string> = {}) {
  const browser = openBrowser();
  const { url, verifier } = authorizeUrl(origin, parameters);
  const page = await follow(browser, origin, url);
  const back = new URL((await pick(browser, origin, page.url, account)).url);
  expect(back.origin + back.pathname).toBe(redirectUri);
  expect(back.searchParams.get("state")).toBe("the state");
  const code = back.searchParams.get("code") ?? "";
  const fields = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const answer = await askToken(origin, fields);
  expect(answer.status).toBe(200);
  return { browser, fields, tokens: tokenAnswer.parse(await answer.json()) };
}

async function refresh(origin: string, token: string | undefined, scope?: string) {
  const answer = await askToken(origin, {
    grant_type: "refresh_token",
    refresh_token: token ?? "",
    ...(scope && { scope }),
  });
  return { status: answer.status, body: await answer.json() };
}

let provider: Awaited<ReturnType<typeof startProvider>>;
let identity: Identity;
let origin: string;

beforeAll(async () => {
  provider = await startProvider(createMemoryIdentityStore());
  ({ identity, origin } = provider);
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

describe("the portal API's token", () => {
  test("comes with the refresh token, although the sign-in did not ask for that scope", async () => {
    const { tokens } = await signIn(origin, "merch");
    const { body } = await refresh(origin, tokens.refresh_token, apiScope);
    const { access_token, scope } = tokenAnswer.parse(body);
    expect(scope).toBe(apiScope);
    expect(decodeJwt(access_token)).toMatchObject({
      aud: "api://utopia-portal",
      scp: "read",
      roles: ["User"],
      preferred_username: "merch@utopia.example",
    });
    await expect(identity.verifyAccessToken(access_token)).resolves.toMatchObject({
      username: "merch@utopia.example",
      roles: ["User"],
      scopes: ["read"],
    });
  });

  test("comes at once when the sign-in names its scope before graph's", async () => {
    const { tokens } = await signIn(origin, "merch", {
      scope: `openid offline_access ${apiScope} user.read`,
    });
    await expect(identity.verifyAccessToken(tokens.access_token)).resolves.toMatchObject({
      scopes: ["read"],
    });
  });

  test("an earlier refresh token still works after a newer one was given", async () => {
    const { tokens } = await signIn(origin, "clerk");
    const first = tokenAnswer.parse((await refresh(origin, tokens.refresh_token, apiScope)).body);
    expect(first.refresh_token).not.toBe(tokens.refresh_token);
    expect((await refresh(origin, tokens.refresh_token, apiScope)).status).toBe(200);
    expect((await refresh(origin, first.refresh_token, apiScope)).status).toBe(200);
  });

  test("is refused with another audience, issuer, key, when expired, and when it is an ID token", async () => {
    const { tokens } = await signIn(origin, "clerk");
    const wrong = [
      tokens.id_token ?? "",
      tokens.access_token,
      "not a token",
      await mintAccessToken(identity, { audience: "api://another" }),
      await mintAccessToken(identity, { issuer: "https://another.example" }),
      await mintAccessToken(identity, { foreignKey: true }),
      await mintAccessToken(identity, { expiresIn: -1 }),
    ];
    for (const token of wrong) await expect(identity.verifyAccessToken(token)).rejects.toThrow(TokenRefused);
    const right = await mintAccessToken(identity, { roles: [], scope: "" });
    await expect(identity.verifyAccessToken(right)).resolves.toMatchObject({ roles: [], scopes: [] });
  });
});

describe("the photo", () => {
  const photoOf = (token: string) =>
    fetch(origin + photoPath, { headers: { authorization: `Bearer ${token}` } });

  test("is a PNG for some and 404 for others", async () => {
    const answer = await photoOf((await signIn(origin, "admin")).tokens.access_token);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect((await photoOf((await signIn(origin, "store")).tokens.access_token)).status).toBe(404);
  });

  test("needs a token of the graph service", async () => {
    expect((await photoOf(await mintAccessToken(identity))).status).toBe(401);
    expect((await fetch(origin + photoPath)).status).toBe(401);
  });
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
