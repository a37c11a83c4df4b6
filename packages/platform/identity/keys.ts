import { randomBytes } from "node:crypto";
import { createLocalJWKSet, errors, exportJWK, generateKeyPair, type JWK, jwtVerify } from "jose";
import { z } from "zod";
import { claimedRoles } from "#contract/capabilities.ts";
import type { IdentityStore } from "./store.ts";

/** The caller by their access token. */
export type Caller = {
  subject: string;
  username: string;
  roles: string[];
  /** The words of the token's `scp`. */
  scopes: string[];
};

/** The token was not issued by this provider for this audience, or is no longer valid. */
export class TokenRefused extends Error {
  override name = "TokenRefused";
}

const algorithm = "RS256";

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
        algorithms: [algorithm],
        requiredClaims: ["exp", "sub"],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new TokenRefused(error.message, { cause: error });
      throw error;
    }
  }
}

/** The provider's signing key, and the secrets of its cookies. Stored, so that sessions survive a restart. */
export type SigningKeys = { privateJwk: JWK; publicJwk: JWK; cookieSecrets: string[] };

const keyRecord = z.object({
  keyId: z.string(),
  key: z.looseObject({ kty: z.literal("RSA"), n: z.string(), e: z.string(), d: z.string() }),
  cookieSecrets: z.array(z.string()).min(1),
});

const storeKey = "signing-keys";

/**
 * The provider's keys: those in the store, or new ones that are stored first. Throws when the stored ones are invalid.
 */
export async function loadSigningKeys(store: IdentityStore): Promise<SigningKeys> {
  if ((await store.get(storeKey)) === undefined) await store.add(storeKey, await makeKeyRecord());
  // Read again: of two processes that start together on one database, both use the key that was first.
  const { keyId, key, cookieSecrets } = keyRecord.parse(await store.get(storeKey));
  const shared = { kid: keyId, alg: algorithm, use: "sig" };
  return {
    privateJwk: { ...key, ...shared },
    publicJwk: { kty: key.kty, n: key.n, e: key.e, ...shared },
    cookieSecrets,
  };
}

async function makeKeyRecord() {
  const { privateKey } = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true });
  return {
    keyId: randomBytes(12).toString("base64url"),
    key: await exportJWK(privateKey),
    cookieSecrets: [randomBytes(32).toString("base64url")],
  };
}
