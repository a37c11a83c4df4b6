import { createServer, type Server } from "node:http";
import {
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listening } from "#tests/support/listening.ts";
import { createIdTokenCheck } from "./idToken.server.ts";

const clientId = "client";
const tenantId = "11111111-1111-1111-1111-111111111111";

let server: Server;
let authority: string;
let published: JWK[];
let keys: GenerateKeyPairResult;
let otherKeys: GenerateKeyPairResult;

beforeAll(async () => {
  keys = await generateKeyPair("RS256", { extractable: true });
  otherKeys = await generateKeyPair("RS256");
  published = [{ ...(await exportJWK(keys.publicKey)), kid: "k1", use: "sig", alg: "RS256" }];
  server = createServer((request, response) => {
    const [, tenant, ...rest] = (request.url ?? "").split("/");
    const issuer = `${authority}/${tenant === "common" ? "{tenantid}" : tenant}/v2.0`;
    const bodies = new Map<string, object>([
      ["discovery/v2.0/keys", { keys: published }],
      ["v2.0/.well-known/openid-configuration", { issuer }],
    ]);
    const body = tenant === "broken" ? undefined : bodies.get(rest.join("/"));
    response.writeHead(body ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body ?? {}));
  });
  authority = await listening(server);
});
afterAll(() => {
  server.close();
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

type Wrong = { claims?: JWTPayload; without?: string; foreignKey?: boolean; secondsAgo?: number };

async function idToken({ claims = {}, without, foreignKey, secondsAgo = 10 }: Wrong = {}): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000) - secondsAgo;
  const all: JWTPayload = {
    ...{ iss: `${authority}/${tenantId}/v2.0`, aud: clientId, sub: "riley", nonce: "n1", tid: tenantId },
    ...{ iat: issuedAt, exp: issuedAt + 3600, ...claims },
  };
  if (without) delete all[without];
  return new SignJWT(all)
    .setProtectedHeader({ alg: "RS256", kid: "k1" })
    .sign((foreignKey ? otherKeys : keys).privateKey);
}

const check = (tenant = tenantId, allowedTenants?: string[]) =>
  createIdTokenCheck({ authority, tenantId: tenant, clientId, allowedTenants });

test("the provider's own token for this sign-in is accepted", async () => {
  expect(await check().verify(await idToken(), "n1")).toMatchObject({ sub: "riley" });
});

test.each<[string, Wrong]>([
  ["for another client", { claims: { aud: "somebody else" } }],
  ["of another issuer", { claims: { iss: "https://evil.example/v2.0" } }],
  ["of version 1", { claims: { iss: `https://sts.windows.net/${tenantId}/`, ver: "1.0" } }],
  ["of another tenant", { claims: { iss: "http://127.0.0.1/other/v2.0" } }],
  ["answering another sign-in", { claims: { nonce: "n2" } }],
  ["without a nonce", { without: "nonce" }],
  ["without an expiry", { without: "exp" }],
  ["without a subject", { without: "sub" }],
  ["that has expired", { secondsAgo: 4000 }],
  ["that is not valid yet by more than the clock is forgiven", { claims: { nbf: inSeconds(90) } }],
  ["signed with another key", { foreignKey: true }],
])("a token %s is refused", async (_, wrong) => {
  await expect(check().verify(await idToken(wrong), "n1")).rejects.toThrow();
});

test("clocks may differ by less than a minute, either way", async () => {
  expect(await check().verify(await idToken({ claims: { nbf: inSeconds(45) } }), "n1")).toBeTruthy();
  expect(await check().verify(await idToken({ claims: { exp: inSeconds(-45) } }), "n1")).toBeTruthy();
});

test("a key that the provider signs with from now on is fetched; until it is published nothing signed with it is taken", async () => {
  const { verify } = check();
  expect(await verify(await idToken(), "n1")).toBeTruthy();
  const next = await generateKeyPair("RS256", { extractable: true });
  const token = await new SignJWT({ nonce: "n1", tid: tenantId })
    .setProtectedHeader({ alg: "RS256", kid: "k2" })
    .setIssuer(`${authority}/${tenantId}/v2.0`)
    .setAudience(clientId)
    .setSubject("riley")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(next.privateKey);
  await expect(verify(token, "n1")).rejects.toThrow();
  // Like Entra, without an algorithm.
  const { alg: _alg, ...jwk } = await exportJWK(next.publicKey);
  published.push({ ...jwk, kid: "k2", use: "sig" });
  // Keys are not fetched again within two seconds.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_000 });
  try {
    expect(await verify(token, "n1")).toMatchObject({ sub: "riley" });
    expect(await verify(await idToken(), "n1")).toMatchObject({ sub: "riley" });
  } finally {
    vi.useRealTimers();
    published.pop();
  }
});

test("an unsigned token, one signed with a shared secret, and no token at all are refused", async () => {
  const claims = { iss: `${authority}/${tenantId}/v2.0`, aud: clientId, sub: "riley", nonce: "n1" };
  const unsigned = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime("1h").encode();
  const shared = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", kid: "k1" })
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey))));
  for (const token of [unsigned, shared, "", "a.b.c"])
    await expect(check().verify(token, "n1")).rejects.toThrow();
});

test("a shared tenant's issuer is its template filled with the token's own tenant", async () => {
  expect(await check("common", [tenantId]).verify(await idToken(), "n1")).toMatchObject({ tid: tenantId });
  const elsewhere = { iss: `${authority}/22222222-2222-2222-2222-222222222222/v2.0` };
  const ofTheTenant = check("common", [tenantId]);
  await expect(ofTheTenant.verify(await idToken({ claims: elsewhere }), "n1")).rejects.toThrow();
  await expect(ofTheTenant.verify(await idToken({ without: "tid" }), "n1")).rejects.toThrow();
});

test("a token from a renewal needs no nonce, and every other check applies", async () => {
  const renewed = await check().verify(await idToken({ without: "nonce" }), undefined);
  expect(renewed).toMatchObject({ sub: "riley" });
  await expect(check().verify(await idToken({ foreignKey: true }), undefined)).rejects.toThrow();
  await expect(check().verify(await idToken({ secondsAgo: 4000 }), undefined)).rejects.toThrow();
});

test("a tenant outside the allowed list is refused; without a list a shared tenant lets nobody in [sign-in#tenants]", async () => {
  const token = await idToken();
  await expect(check("common").verify(token, "n1")).rejects.toThrow(/not allowed/);
  await expect(check("common", ["2".repeat(36)]).verify(token, "n1")).rejects.toThrow(/not allowed/);
  await expect(check(tenantId, ["2".repeat(36)]).verify(token, "n1")).rejects.toThrow(/not allowed/);
  expect(await check(tenantId, [tenantId]).verify(token, "n1")).toMatchObject({ sub: "riley" });
});

const logoutToken = (tenant: string) => {
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const claims = { iss: `${authority}/${tenant}/v2.0`, jti: "j1", sid: "s1", events, nonce: undefined };
  return idToken({ claims, without: "tid" });
};

test("a log-out is announced by the issuer of the tokens, a shared tenant's by that of any allowed tenant", async () => {
  const other = "22222222-2222-2222-2222-222222222222";
  for (const ours of [check(), check("common", [tenantId])]) {
    expect(await ours.verifyLogout(await logoutToken(tenantId))).toMatchObject({ sid: "s1" });
    await expect(ours.verifyLogout(await logoutToken(other))).rejects.toThrow(/somebody else/);
    expect(await ours.isIssuer(`${authority}/${tenantId}/v2.0`)).toBe(true);
    expect(await ours.isIssuer(`${authority}/${other}/v2.0`)).toBe(false);
    expect(await ours.isIssuer(`${authority}/{tenantid}/v2.0`)).toBe(false);
  }
  expect(await check("common").isIssuer(`${authority}/${tenantId}/v2.0`)).toBe(false);
});

test("without a discovery document nothing is accepted", async () => {
  await expect(check("broken").verify(await idToken(), "n1")).rejects.toThrow(/404/);
});
