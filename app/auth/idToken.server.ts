import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";

const timeoutMs = 10_000;
const discoveryLifetimeMs = 60 * 60_000;
/** An unknown key has the keys fetched again, at most this often. */
const keyCooldownMs = 2_000;
const clockToleranceSeconds = 60;

const discovery = z.object({ issuer: z.string().min(1) });
const tenantClaim = z.object({ tid: z.string().min(1) });

export type IdTokenCheck = {
  /**
   * The claims of an ID token whose signature, issuer, audience, expiry and nonce are right. `nonce` is undefined for
   * a token that came with a renewal, whose nonce providers may leave out. Rejects with jose's error, or one of our own,
   * that says which of them is wrong.
   */
  verify(idToken: string, nonce: string | undefined): Promise<JWTPayload>;
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
  let known: { issuer: string; until: number } | undefined;

  async function issuer(): Promise<string> {
    if (known && known.until > Date.now()) return known.issuer;
    const answer = await fetch(`${tenant}/v2.0/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`The discovery document answered ${answer.status}`);
    known = { ...discovery.parse(await answer.json()), until: Date.now() + discoveryLifetimeMs };
    return known.issuer;
  }

  return {
    async verify(idToken, nonce) {
      const expected = await issuer();
      const { payload } = await jwtVerify(idToken, keys, {
        audience: options.clientId,
        algorithms: ["RS256", "PS256", "ES256"],
        requiredClaims: ["iss", "sub", "exp", "iat"],
        clockTolerance: clockToleranceSeconds,
      });
      const isShared = expected.includes("{tenantid}");
      if (isShared || options.allowedTenants) {
        const { tid } = tenantClaim.parse(payload);
        if (!options.allowedTenants?.includes(tid.toLowerCase())) {
          throw new Error("The ID token is of a tenant that is not allowed");
        }
      }
      const named = isShared ? expected.replace("{tenantid}", tenantClaim.parse(payload).tid) : expected;
      if (payload.iss !== named) throw new Error("The ID token was issued by somebody else");
      if (nonce !== undefined && payload.nonce !== nonce)
        throw new Error("The ID token answers another sign-in");
      return payload;
    },
  };
}
