import { randomBytes } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { z } from "zod";
import type { IdentityStore } from "./store.ts";

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
