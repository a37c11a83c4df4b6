import { createRemoteJWKSet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import { z } from "zod";

const timeoutMs = 10_000;
const discoveryLifetimeMs = 60 * 60_000;
/** Keys are fetched again for an unknown key ID, at most this often. */
const keyCooldownMs = 2_000;
const clockToleranceSeconds = 60;
export const logoutTokenSeconds = 5 * 60;

const discovery = z.object({ issuer: z.string().min(1), revocation_endpoint: z.url().optional() });
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
const logoutClaims = z
  .object({
    jti: z.string().min(1),
    events: z.object({ [logoutEvent]: z.object({}) }),
    nonce: z.never().optional(),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
  })
  .refine(
    ({ sub, sid }) => sub !== undefined || sid !== undefined,
    "It names neither a person nor a session",
  );
export type LogoutClaims = z.output<typeof logoutClaims>;
const tenantClaim = z.object({ tid: z.string().min(1) });

/**
 * Validates ID tokens of one tenant with the provider's published keys. The issuer is that of the tenant's discovery
 * document; Entra's shared tenants put `{tenantid}` there, a placeholder for the token's own `tid`. A `tid` that is
 * not among `allowedTenants` is rejected; without such a list, every token of a shared tenant is (sign-in#tenants).
 */
export function createIdTokenCheck(options: {
  authority: string;
  tenantId: string;
  clientId: string;
  allowedTenants: readonly string[] | undefined;
}) {
  const tenant = `${options.authority}/${options.tenantId}`;
  const keys = createRemoteJWKSet(new URL(`${tenant}/discovery/v2.0/keys`), {
    timeoutDuration: timeoutMs,
    cooldownDuration: keyCooldownMs,
  });
  let cached: (z.output<typeof discovery> & { until: number }) | undefined;

  async function discovered(): Promise<z.output<typeof discovery>> {
    if (cached && cached.until > Date.now()) return cached;
    const answer = await fetch(`${tenant}/v2.0/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`The discovery document answered ${answer.status}`);
    cached = { ...discovery.parse(await answer.json()), until: Date.now() + discoveryLifetimeMs };
    return cached;
  }

  /** The claims of a token that the provider signed for this portal; its issuer is checked separately. */
  async function signed(token: string, more: JWTVerifyOptions): Promise<JWTPayload> {
    await discovered();
    const { payload } = await jwtVerify(token, keys, {
      audience: options.clientId,
      algorithms: ["RS256", "PS256", "ES256"],
      clockTolerance: clockToleranceSeconds,
      ...more,
    });
    return payload;
  }

  /** Whether the provider issues tokens under this issuer: for a shared tenant that of `tid`, or of any allowed one. */
  async function isIssuer(name: string | undefined, tid?: string): Promise<boolean> {
    const { issuer } = await discovered();
    if (!issuer.includes("{tenantid}")) return name === issuer;
    const tenants = tid === undefined ? (options.allowedTenants ?? []) : [tid];
    return tenants.some((tenant) => name === issuer.replace("{tenantid}", tenant));
  }

  async function assertTenant(payload: JWTPayload): Promise<string | undefined> {
    const { issuer } = await discovered();
    if (!issuer.includes("{tenantid}") && !options.allowedTenants) return undefined;
    const { tid } = tenantClaim.parse(payload);
    if (options.allowedTenants?.includes(tid.toLowerCase())) return tid;
    throw new Error("The ID token is of a tenant that is not allowed");
  }

  return {
    /** The claims of a back-channel logout token, checked like an ID token, and at most five minutes old. Rejects. */
    async verifyLogout(logoutToken: string): Promise<LogoutClaims> {
      const payload = await signed(logoutToken, {
        requiredClaims: ["iss", "iat"],
        maxTokenAge: logoutTokenSeconds,
      });
      if (!(await isIssuer(payload.iss))) throw new Error("The logout token was issued by somebody else");
      return logoutClaims.parse(payload);
    },
    /** Whether this is the provider's issuer. Rejects if its discovery document is unavailable. */
    isIssuer: (name: string) => isIssuer(name),
    revocationEndpoint: async () => (await discovered()).revocation_endpoint,
    /**
     * The claims of an ID token with a valid signature, issuer, audience, expiry and nonce. `nonce`
     * is undefined for a token from a renewal, whose nonce providers may omit. Rejects with jose's
     * error, or one of our own, that says which of them is wrong.
     */
    async verify(idToken: string, nonce: string | undefined): Promise<JWTPayload> {
      const payload = await signed(idToken, { requiredClaims: ["iss", "sub", "exp", "iat"] });
      const tid = await assertTenant(payload);
      if (!(await isIssuer(payload.iss, tid))) throw new Error("The ID token was issued by somebody else");
      if (nonce !== undefined && payload.nonce !== nonce)
        throw new Error("The ID token answers another sign-in");
      return payload;
    },
  };
}
