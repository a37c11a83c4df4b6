import type { IdentityStore } from "./store.ts";

/** Entra's paths below an origin, for one tenant; `signIn` is the provider's own page. */
export function identityPaths(tenant: string) {
  return {
    issuer: `/${tenant}/v2.0`,
    discovery: `/${tenant}/v2.0/.well-known/openid-configuration`,
    authorize: `/${tenant}/oauth2/v2.0/authorize`,
    token: `/${tenant}/oauth2/v2.0/token`,
    revoke: `/${tenant}/oauth2/v2.0/revoke`,
    logout: `/${tenant}/oauth2/v2.0/logout`,
    keys: `/${tenant}/discovery/v2.0/keys`,
    signIn: `/${tenant}/sign-in`,
  };
}

/** The graph service's path of the signed-in person's small photo. */
export const photoPath = "/v1.0/me/photos/48x48/$value";

/** The identity provider's settings. Origins have no trailing slash. */
export type IdentityOptions = {
  /** The provider's origin for browsers and the portal, e.g. `http://localhost:4000`. */
  origin: string;
  tenant: string;
  clientId: string;
  clientSecret: string;
  /** The portal, which signs people in at `/auth/callback`, and is told of log-outs at `/auth/provider-logout`. */
  portalOrigin: string;
  store: IdentityStore;
  /** Lifetime of access tokens in seconds; an hour by default. */
  accessTokenSeconds?: number;
  log: Record<"error" | "warn", (details: object, message: string) => void>;
};
