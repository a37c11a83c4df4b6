import { createHash, randomBytes } from "node:crypto";
import Fastify from "fastify";
import { expect } from "vitest";
import { z } from "zod";
import { mountIdentity } from "#platform/identity/mount.ts";
import type { IdentityStore } from "#platform/identity/store.ts";
import { freePort } from "./processes.ts";

export const tenant = "8f2c1c4e-5d1b-4a7e-9c55-2b7d4f0a6e31";
export const clientId = "3b9d6a52-1f0e-4c38-8a47-6e2f9d1c5b70";
export const clientSecret = "a secret with $pecial characters & more";
export const portal = "http://127.0.0.1:3999";
const redirectUri = `${portal}/auth/callback`;
const signInScope = "openid profile user.read offline_access";
export const apiScope = "api://utopia-portal/read";

export const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  scope: z.string(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
});

/** Listens on a port, which is part of its issuer unless browsers reach it at `publicOrigin`. */
export async function startProvider(store: IdentityStore, port = 0, publicOrigin?: string) {
  const server = Fastify();
  const reserved = port || (await freePort());
  const origin = publicOrigin ?? `http://localhost:${reserved}`;
  const identity = await mountIdentity(server, {
    origin,
    tenant,
    clientId,
    clientSecret,
    portalOrigin: portal,
    store,
    log: {
      error: (details) => {
        throw new Error(JSON.stringify(details));
      },
      warn: () => undefined,
    },
  });
  await server.listen({ port: reserved, host: "localhost" });
  return { origin, identity, port: reserved, stop: () => server.close() };
}

/** A person's browser: stores cookies by path, follows no redirects. */
export function openBrowser() {
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

export const locationOf = (answer: Response, base: string) =>
  new URL(answer.headers.get("location") ?? "about:blank", base).href;

export function authorizeUrl(origin: string, parameters: Record<string, string> = {}) {
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

export async function follow(browser: Browser, origin: string, start: string) {
  let url = start;
  let answer = await browser(url);
  for (let hops = 0; answer.status === 303 && hops < 8; hops++) {
    url = locationOf(answer, origin);
    if (!url.startsWith(origin)) return { url, answer };
    answer = await browser(url);
  }
  return { url, answer };
}

/** Picks an account on the sign-in page and returns to the portal. */
export async function pick(browser: Browser, origin: string, page: string, account: string) {
  const answer = await browser(page, { method: "POST", body: new URLSearchParams({ account }) });
  expect(answer.status).toBe(303);
  return follow(browser, origin, locationOf(answer, origin));
}

/** A token request with the client's secret, as the portal sends it. */
export async function askToken(origin: string, fields: Record<string, string>, secret = clientSecret) {
  return fetch(`${origin}/${tenant}/oauth2/v2.0/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString("base64")}`,
    },
    body: new URLSearchParams(fields),
  });
}

/** A whole sign-in with a new browser, up to the tokens. */
export async function signIn(origin: string, account: string, parameters: Record<string, string> = {}) {
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

export async function refresh(origin: string, token: string | undefined, scope?: string) {
  const answer = await askToken(origin, {
    grant_type: "refresh_token",
    refresh_token: token ?? "",
    ...(scope && { scope }),
  });
  return { status: answer.status, body: await answer.json() };
}
