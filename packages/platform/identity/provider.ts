import type { ClientMetadata, Configuration } from "oidc-provider";
import { Provider } from "oidc-provider/lib/provider.js";
import type { SigningKeys } from "./keys.ts";
import { errorPage, sendPage, signedOutPage } from "./pages.ts";
import { resourceAskedFor, resources, resourcesInOrder, scpClaim, signInScopes } from "./scopes.ts";
import { findStaffBySubject, type StaffMember } from "./staff.ts";
import { createAdapter, type IdentityStore } from "./store.ts";

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

/** The identity provider's settings. Origins have no trailing slash. */
export type IdentityOptions = {
  /** The provider's origin for browsers and the portal, e.g. `http://localhost:4000`. */
  origin: string;
  tenant: string;
  clientId: string;
  clientSecret: string;
  /** The portal, which signs people in at `/auth/callback`, and receives log-outs at `/auth/provider-logout`. */
  portalOrigin: string;
  store: IdentityStore;
  /** Lifetime of access tokens in seconds; an hour by default. */
  accessTokenSeconds?: number;
  log: Record<"error" | "warn", (details: object, message: string) => void>;
};

declare module "oidc-provider" {
  interface Client {
    /** Tells the client of an ended session by a signed token (OpenID Connect Back-Channel Logout). */
    backchannelLogout(subject: string, sid: string): Promise<void>;
  }
}

type Middleware = Parameters<Provider["use"]>[0];

/**
 * The log-out end-point. Like Entra's it needs no ID token, no confirmation and no scripting: the provider's session
 * ends, its grants are revoked, the portal is notified (back-channel log-out), and the browser goes to
 * `post_logout_redirect_uri` where that is registered, else to a page that confirms the log-out.
 */
function createLogout(
  provider: Provider,
  { tenant, clientId, portalOrigin, log }: IdentityOptions,
): Middleware {
  const { logout } = identityPaths(tenant);

  return async (ctx, next) => {
    if (ctx.path !== logout || ctx.method !== "GET") return next();
    const session = await provider.Session.get(ctx);
    if (session.accountId) {
      for (const { grantId } of Object.values(session.authorizations ?? {})) {
        const grant = grantId ? await provider.Grant.find(grantId) : undefined;
        await grant?.destroy();
      }
      const sid = session.sidFor(clientId);
      await session.destroy();
      const portal = await provider.Client.find(clientId);
      if (sid)
        await portal?.backchannelLogout(session.accountId, sid).catch((error: unknown) => {
          log.warn({ portal: portalOrigin, problem: String(error) }, "a log-out could not be announced");
        });
    }
    ctx.cookies.set("identity_session", null, {
      path: `/${tenant}`,
      httpOnly: true,
      sameSite: "lax",
    });
    ctx.set("Cache-Control", "no-store");
    const target = ctx.query.post_logout_redirect_uri;
    if (typeof target === "string" && target === `${portalOrigin}/login`) {
      const url = new URL(target);
      if (typeof ctx.query.state === "string") url.searchParams.set("state", ctx.query.state);
      ctx.status = 303;
      ctx.redirect(url.href);
      return;
    }
    sendPage(ctx, signedOutPage(portalOrigin));
  };
}

type ResourceIndicators = NonNullable<Configuration["features"]>["resourceIndicators"];

const hour = 3600;
const day = 24 * hour;

/** This person's claims in Entra's tokens. */
function claimsOf(member: StaffMember, tenant: string) {
  return {
    sub: member.subject,
    oid: member.objectId,
    tid: tenant,
    ver: "2.0",
    name: member.name,
    preferred_username: member.username,
    email: member.email,
    roles: member.roles.length > 0 ? [...member.roles] : undefined,
  };
}

/** The one client: the portal. */
const portalClient = ({ clientId, clientSecret, portalOrigin }: IdentityOptions): ClientMetadata => ({
  client_id: clientId,
  client_secret: clientSecret,
  client_name: "Utopia Portal",
  redirect_uris: [`${portalOrigin}/auth/callback`],
  post_logout_redirect_uris: [`${portalOrigin}/login`],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  backchannel_logout_uri: `${portalOrigin}/auth/provider-logout`,
  backchannel_logout_session_required: true,
  token_endpoint_auth_method: "client_secret_post",
});

/** Resources are requested through `scope`; access tokens are JWTs. */
const resourceIndicators: ResourceIndicators = {
  enabled: true,
  defaultResource: (ctx, _client, granted) => {
    if (!granted) return resourcesInOrder(textOf(ctx.oidc.params?.scope));
    return resourceAskedFor(textOf(ctx.oidc.body?.scope)) ?? granted[0];
  },
  useGrantedResource: () => true,
  getResourceServerInfo: (_ctx, indicator) => {
    const resource = resources.find((one) => one.identifier === indicator);
    if (!resource) throw new Error(`No such resource: ${indicator}`);
    return {
      audience: resource.audience,
      scope: Object.keys(resource.scopes).join(" "),
      accessTokenFormat: "jwt",
    };
  },
};

const cookiesOf = (tenant: string, { cookieSecrets }: SigningKeys): Configuration["cookies"] => ({
  keys: cookieSecrets,
  // Cookies ignore ports: with a portal on the same host the names must be the provider's own.
  names: { session: "identity_session", interaction: "identity_interaction", resume: "identity_resume" },
  long: { httpOnly: true, sameSite: "lax", path: `/${tenant}` },
  short: { httpOnly: true, sameSite: "lax" },
});

const lifetimes = ({ accessTokenSeconds }: IdentityOptions): Configuration["ttl"] => ({
  AccessToken: accessTokenSeconds ?? hour,
  AuthorizationCode: 600,
  IdToken: hour,
  Interaction: hour,
  RefreshToken: 90 * day,
  Session: day,
  Grant: 90 * day,
});

/** Token contents, as Entra's. */
const tokenContents = ({ tenant, clientId }: IdentityOptions): Configuration => ({
  claims: {
    openid: ["sub", "oid", "tid", "ver", "roles"],
    profile: ["name", "preferred_username", "email"],
    email: ["email"],
  },
  // Entra's ID tokens include the profile; there is no further endpoint for it.
  conformIdTokenClaims: false,
  findAccount: (_ctx, subject) => {
    const member = findStaffBySubject(subject);
    return member && { accountId: member.subject, claims: () => claimsOf(member, tenant) };
  },
  extraTokenClaims: (_ctx, token) => {
    const member = "accountId" in token ? findStaffBySubject(token.accountId) : undefined;
    return member && { ...claimsOf(member, tenant), sub: undefined, azp: clientId };
  },
  formats: {
    customizers: {
      jwt: (_ctx, token, parts) => {
        const { scope: _scope, client_id: _client, ...payload } = parts.payload;
        parts.payload = { ...payload, scp: scpClaim(payload.aud, token.scope) };
      },
    },
  },
});

const configurationOf = (options: IdentityOptions, keys: SigningKeys): Configuration => {
  const paths = identityPaths(options.tenant);
  return {
    adapter: createAdapter(options.store),
    // It calls the portal only, which is on this machine or its network: the library would refuse such an address.
    fetch: (url, { dispatcher: _, ...request }: RequestInit & { dispatcher?: unknown } = {}) =>
      fetch(url, request),
    jwks: { keys: [keys.privateJwk] },
    clients: [portalClient(options)],
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      revocation: paths.revoke,
      end_session: paths.logout,
      jwks: paths.keys,
    },
    scopes: signInScopes,
    pkce: { required: () => true },
    ...tokenContents(options),
    interactions: { url: (_ctx, interaction) => `${paths.signIn}/${interaction.uid}` },
    rotateRefreshToken: true,
    cookies: cookiesOf(options.tenant, keys),
    ttl: lifetimes(options),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators,
    },
    renderError: (ctx, out) => {
      sendPage(ctx, errorPage(`${out.error_description ?? out.error}`, options.portalOrigin));
    },
  };
};

/**
 * The OpenID Connect provider, with Entra's paths and behaviour: resources requested through `scope`, JWT access tokens
 * with `scp`, refresh tokens for every consented resource.
 */
export function createProvider(options: IdentityOptions, keys: SigningKeys): Provider {
  const paths = identityPaths(options.tenant);
  const provider = new Provider(options.origin + paths.issuer, configurationOf(options, keys));
  // Its own origin is in these headers, which `mount.ts` sets.
  provider.proxy = true;
  provider.use(createLogout(provider, options));
  provider.use(async (ctx, next) => {
    if (ctx.path === paths.discovery) ctx.path = "/.well-known/openid-configuration";
    await next();
  });
  provider.on("server_error", (_ctx, error) => options.log.error({ error }, "identity provider failed"));
  return provider;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
