import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";

const timeoutMs = 10_000;
const discoveryLifetimeMs = 60 * 60_000;
/** An unknown key has the keys fetched again, at most this often. */
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

export type IdTokenCheck = {
  /**
   * The claims of an ID token whose signature, issuer, audience, expiry and nonce are right. `nonce` is undefined for
   * a token that came with a renewal, whose nonce providers may leave out. Rejects with jose's error, or one of our own,
   * that says which of them is wrong.
   */
  verify(idToken: string, nonce: string | undefined): Promise<JWTPayload>;
  /** The claims of a back-channel logout token, checked as an ID token is, and not older than five minutes. Rejects. */
  verifyLogout(logoutToken: string): Promise<LogoutClaims>;
  /** Whether this is the name of the provider. Rejects where its discovery document can't be had. */
  isIssuer(name: string): Promise<boolean>;
  /** Where the provider takes refresh tokens back; undefined where it doesn't say. */
  revocationEndpoint(): Promise<string | undefined>;
};

/**
 * Checks ID tokens of one tenant against the keys the provider publishes. The issuer is what the
 * tenant's discovery document names; Entra's shared tenants put `{tenantid}` there, which stands for
 * the token's own `tid`. A `tid` that is not among `allowedTenants` is refused; without such a list, every token of a
 * shared tenant is (sign-in#tenants).
 */
export function createIdTokenCheck(options: {
  authority: string;
  tenantId: string;
  clientId: string;
  allowedTenants: readonly string[] | undefined;
}): IdTokenCheck {
  const tenant = `${options.authority}/${options.tenantId}`;
  const keys = createRemoteJWKSet(new URL(`${tenant}/discovery/v2.0/keys`), {
    timeoutDuration: timeoutMs,
    cooldownDuration: keyCooldownMs,
  });
  let known: (z.output<typeof discovery> & { until: number }) | undefined;

  async function discovered(): Promise<z.output<typeof discovery>> {
    if (known && known.until > Date.now()) return known;
    const answer = await fetch(`${tenant}/v2.0/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`The discovery document answered ${answer.status}`);
    known = { ...discovery.parse(await answer.json()), until: Date.now() + discoveryLifetimeMs };
    return known;
  }

  const checks = {
    audience: options.clientId,
    algorithms: ["RS256", "PS256", "ES256"],
    clockTolerance: clockToleranceSeconds,
  };

  return {
    async verifyLogout(logoutToken) {
      const { issuer } = await discovered();
      const { payload } = await jwtVerify(logoutToken, keys, {
        ...checks,
        issuer,
        requiredClaims: ["iat"],
        maxTokenAge: logoutTokenSeconds,
      });
      return logoutClaims.parse(payload);
    },
    isIssuer: async (name) => (await discovered()).issuer === name,
    revocationEndpoint: async () => (await discovered()).revocation_endpoint,
    async verify(idToken, nonce) {
      const { issuer: expected } = await discovered();
      const { payload } = await jwtVerify(idToken, keys, {
        ...checks,
        requiredClaims: ["iss", "sub", "exp", "iat"],
      });
      let named = expected;
      if (expected.includes("{tenantid}") || options.allowedTenants) {
        const { tid } = tenantClaim.parse(payload);
        if (!options.allowedTenants?.includes(tid.toLowerCase())) {
          throw new Error("The ID token is of a tenant that is not allowed");
        }
        named = expected.replace("{tenantid}", tid);
      }
      if (payload.iss !== named) throw new Error("The ID token was issued by somebody else");
      if (nonce !== undefined && payload.nonce !== nonce)
        throw new Error("The ID token answers another sign-in");
      return payload;
    },
  };
}
