import { randomBytes } from "node:crypto";
import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
} from "jose";
import { z } from "zod";
import { claimedRoles } from "#contract/capabilities.ts";
import type { IdentityStore } from "./store.ts";

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

/** The provider's signing keys. Stored, so that sessions survive a restart. */
export type SigningKeys = {
  keyId: string;
  algorithm: "RS256";
  privateJwk: JWK;
  publicJwk: JWK;
  privateKey: CryptoKey;
  /** Sign the provider's own cookies. */
  cookieSecrets: string[];
};

const rsaKey = z.object({ kty: z.literal("RSA"), n: z.string(), e: z.string() });
const privateRsaKey = rsaKey.extend({
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});
const keyRecord = z.object({
  keyId: z.string(),
  key: privateRsaKey,
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
  const shared = { kid: keyId, alg: "RS256", use: "sig" } as const;
  const privateKey = await importJWK({ ...key, ...shared }, "RS256");
  if (privateKey instanceof Uint8Array)
    throw new Error("The identity provider's signing key is not an RSA key");
  return {
    keyId,
    algorithm: "RS256",
    privateJwk: { ...key, ...shared },
    publicJwk: { kty: key.kty, n: key.n, e: key.e, ...shared },
    privateKey,
    cookieSecrets,
  };
}

async function makeKeyRecord(): Promise<z.input<typeof keyRecord>> {
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  return {
    keyId: randomBytes(12).toString("base64url"),
    key: privateRsaKey.parse(await exportJWK(privateKey)),
    cookieSecrets: [randomBytes(32).toString("base64url")],
  };
}
