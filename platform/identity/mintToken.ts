import { generateKeyPair, SignJWT } from "jose";
import type { Identity } from "./mount.ts";
import { portalApi } from "./scopes.ts";

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
  const { privateKey } = options.foreignKey ? await generateKeyPair("RS256") : keys;
  return new SignJWT({
    preferred_username: username,
    ...(roles.length > 0 && { roles: [...roles] }),
    ...(scope && { scp: scope }),
  })
    .setProtectedHeader({ alg: keys.algorithm, kid: keys.keyId, typ: "at+jwt" })
    .setIssuer(options.issuer ?? identity.issuer)
    .setAudience(options.audience ?? portalApi.audience)
    .setSubject(`subject of ${username}`)
    .setIssuedAt(Math.min(now, now + expiresIn - 60))
    .setExpirationTime(now + expiresIn)
    .sign(privateKey);
}
