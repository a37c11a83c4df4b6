/** One of the services that a token can be for. Entra derives it from the requested scopes. */
type Resource = {
  /** The resource indicator used inside the provider. */
  identifier: string;
  audience: string;
  /** The scopes of this resource, as a client writes them, and as in the token's `scp`. */
  scopes: Readonly<Record<string, string>>;
};

/** The portal API: the audience and scope that the platform requires of every call. */
export const portalApi: Resource = {
  identifier: "api://utopia-portal",
  audience: "api://utopia-portal",
  scopes: { "api://utopia-portal/read": "read" },
};

/** The graph service, by Entra's well-known application id. */
export const graphApi: Resource = {
  identifier: "https://graph.microsoft.com",
  audience: "00000003-0000-0000-c000-000000000000",
  scopes: {
    "user.read": "User.Read",
    "User.Read": "User.Read",
    "https://graph.microsoft.com/User.Read": "User.Read",
    openid: "openid",
    profile: "profile",
    email: "email",
  },
};

export const resources: readonly Resource[] = [graphApi, portalApi];

export const signInScopes = ["openid", "offline_access", "profile", "email"] as const;

const wordsOf = (scope: string | null | undefined) => (scope ?? "").split(" ").filter(Boolean);

const isSignInScope = (scope: string) => signInScopes.some((one) => one === scope);

function resourceOf(scope: string): Resource | undefined {
  return isSignInScope(scope) ? undefined : resources.find((one) => Object.hasOwn(one.scopes, scope));
}

/**
 * The resource of the access token for a `scope` parameter: the first one named, as Entra does; undefined when the
 * scopes name none.
 */
export function resourceAskedFor(scope: string | null | undefined): string | undefined {
  for (const word of wordsOf(scope)) {
    const resource = resourceOf(word);
    if (resource) return resource.identifier;
  }
  return undefined;
}

/** Both resources, the requested one first: the first access token is for it. Graph by default. */
export function resourcesInOrder(scope: string | null | undefined): string[] {
  const first = resourceAskedFor(scope) ?? graphApi.identifier;
  return [first, ...resources.map((one) => one.identifier).filter((one) => one !== first)];
}

/**
 * Converts an authorize request as Entra accepts it into one that oidc-provider accepts, with the same meaning: every
 * consented resource can be requested later with the refresh token, `offline_access` needs no consent prompt, and
 * `select_account` shows the sign-in page.
 */
export function translateAuthorizeQuery(query: URLSearchParams): URLSearchParams {
  const translated = new URLSearchParams(query);
  const scopes = new Set(wordsOf(query.get("scope")));
  const order = resourcesInOrder(query.get("scope"));
  for (const scope of order.flatMap((one) =>
    one === graphApi.identifier ? ["user.read"] : Object.keys(portalApi.scopes),
  )) {
    scopes.add(scope);
  }
  translated.set("scope", [...scopes].join(" "));
  const prompts = new Set(wordsOf(query.get("prompt")));
  if (prompts.delete("select_account")) prompts.add("login");
  if (scopes.has("offline_access") && !prompts.has("none")) prompts.add("consent");
  if (prompts.size > 0) translated.set("prompt", [...prompts].join(" "));
  return translated;
}

/** The `scp` claim for granted scopes of a resource, e.g. `read`. */
export function scpClaim(audience: unknown, grantedScope: string | undefined): string {
  const resource = resources.find((one) => one.audience === audience);
  const words = wordsOf(grantedScope).map((word) => resource?.scopes[word] ?? word);
  return [...new Set(words)].join(" ");
}
