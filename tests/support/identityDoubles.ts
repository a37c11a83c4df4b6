import { generateKeyPair, importJWK, SignJWT } from "jose";
import type { Identity } from "#platform/identity/mount.ts";
import { portalApi } from "#platform/identity/scopes.ts";
import type { IdentityStore } from "#platform/identity/store.ts";

/** Claims of a minted token; the defaults are those of a signed-in User. */
type MintOptions = {
  username?: string;
  roles?: readonly string[];
  /** Seconds from now; negative for a token that has expired. */
  expiresIn?: number;
  audience?: string;
  issuer?: string;
  /** The words of `scp`; an empty string leaves the claim out. */
  scope?: string;
  /** Signs with a key that the provider does not know. */
  foreignKey?: boolean;
};

/** A signed access token as the provider issues it, or one with the requested defects. */
export async function mintAccessToken(
  identity: Pick<Identity, "issuer" | "keys">,
  options: MintOptions = {},
) {
  const { username = "clerk@utopia.example", roles = ["User"], expiresIn = 3600, scope = "read" } = options;
  const { keys } = identity;
  const now = Math.floor(Date.now() / 1000);
  const key = options.foreignKey
    ? (await generateKeyPair("RS256")).privateKey
    : await importJWK(keys.privateJwk);
  return new SignJWT({
    preferred_username: username,
    ...(roles.length > 0 && { roles: [...roles] }),
    ...(scope && { scp: scope }),
  })
    .setProtectedHeader({ alg: "RS256", kid: keys.publicJwk.kid, typ: "at+jwt" })
    .setIssuer(options.issuer ?? identity.issuer)
    .setAudience(options.audience ?? portalApi.audience)
    .setSubject(`subject of ${username}`)
    .setIssuedAt(Math.min(now, now + expiresIn - 60))
    .setExpirationTime(now + expiresIn)
    .sign(key);
}

/** An in-memory store; values are copied in and out as a database would. */
export function createMemoryIdentityStore(): IdentityStore {
  const records = new Map<string, { json: string; expiresAt: number }>();
  return {
    async get(key) {
      const record = records.get(key);
      if (!record) return undefined;
      if (record.expiresAt > Date.now()) return JSON.parse(record.json);
      records.delete(key);
      return undefined;
    },
    async set(key, value, expiresInSeconds) {
      const expiresAt =
        expiresInSeconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresInSeconds * 1000;
      records.set(key, { json: JSON.stringify(value), expiresAt });
    },
    async add(key, value) {
      if (!records.has(key))
        records.set(key, { json: JSON.stringify(value), expiresAt: Number.POSITIVE_INFINITY });
    },
    async delete(key) {
      records.delete(key);
    },
  };
}
