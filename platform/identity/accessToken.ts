import { createLocalJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod";
import { claimedRoles } from "#contract/capabilities.ts";
import type { SigningKeys } from "./keys.ts";

/** The caller by their access token. */
export type Caller = {
  subject: string;
  /** May be empty. */
  username: string;
  roles: string[];
  /** The words of the token's `scp`. */
  scopes: string[];
};

/** The token was not issued by this provider for this audience, or is no longer valid. */
export class TokenRefused extends Error {
  override name = "TokenRefused";
}

const accessTokenClaims = z.object({
  sub: z.string().min(1),
  scp: z.string().default(""),
  roles: z.array(z.string()).default([]),
  preferred_username: z.string().default(""),
});

/**
 * A function that verifies access tokens for one audience: signature by the provider's own keys, issuer, audience,
 * expiry. It throws `TokenRefused`, whose message gives the reason without the token.
 */
export function createTokenVerifier(issuer: string, audience: string, keys: SigningKeys) {
  const keySet = createLocalJWKSet({ keys: [keys.publicJwk] });
  return async (token: string): Promise<Caller> => {
    const payload = await readPayload(token);
    const claims = accessTokenClaims.safeParse(payload);
    if (!claims.success) throw new TokenRefused("The token's claims are not those of an access token");
    const { sub, scp, roles, preferred_username } = claims.data;
    return {
      subject: sub,
      username: preferred_username,
      roles: claimedRoles(roles),
      scopes: scp.split(" ").filter(Boolean),
    };
  };

  async function readPayload(token: string) {
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer,
        audience,
        algorithms: [keys.algorithm],
        requiredClaims: ["exp", "sub"],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new TokenRefused(error.message, { cause: error });
      throw error;
    }
  }
}
