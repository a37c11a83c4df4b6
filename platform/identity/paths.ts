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

/** Where a portal receives log-outs. */
export const announcedPath = "/auth/provider-logout";
