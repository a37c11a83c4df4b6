import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type Provider from "oidc-provider";
import type { SigningKeys } from "./keys.ts";
import type { IdentityOptions } from "./options.ts";
import { sendPage, signedOutPage } from "./pages.ts";
import { announcedPath, identityPaths } from "./paths.ts";

type Middleware = Parameters<Provider["use"]>[0];

/** The most time that an unresponsive portal may delay a log-out. */
const announceMs = 3_000;

/** Notifies a portal of an ended session by a signed logout token (OpenID Connect Back-Channel Logout). */
function createAnnounce(
  { origin, tenant, clientId, redirectOrigins, log }: IdentityOptions,
  keys: SigningKeys,
) {
  const tokenFor = (subject: string, sid: string) =>
    new SignJWT({ sid, events: { "http://schemas.openid.net/event/backchannel-logout": {} } })
      .setProtectedHeader({ alg: keys.algorithm, kid: keys.keyId, typ: "logout+jwt" })
      .setIssuer(origin + identityPaths(tenant).issuer)
      .setAudience(clientId)
      .setSubject(subject)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime("2m")
      .sign(keys.privateKey);

  return async (subject: string, sid: string): Promise<void> => {
    for (const portal of redirectOrigins) {
      const body = new URLSearchParams({ logout_token: await tokenFor(subject, sid) });
      const signal = AbortSignal.timeout(announceMs);
      const hint = await fetch(`${portal}${announcedPath}`, { method: "POST", body, signal }).then(
        ({ status }) => (status === 200 ? undefined : `it answered ${status}`),
        (error: unknown) => String(error),
      );
      if (hint !== undefined) log.warn({ portal, problem: hint }, "a log-out could not be announced");
    }
  };
}

/**
 * The log-out end-point. Like Entra's it needs no ID token, no confirmation and no scripting: the provider's session
 * ends, its grants are revoked, the portal is notified (back-channel log-out), and the browser goes to
 * `post_logout_redirect_uri` where that is registered, else to a page that confirms the log-out.
 */
export function createLogout(provider: Provider, options: IdentityOptions, keys: SigningKeys): Middleware {
  const { logout } = identityPaths(options.tenant);
  const announce = createAnnounce(options, keys);
  const allowed = new Set(options.redirectOrigins.map((origin) => `${origin}/login`));

  return async (ctx, next) => {
    if (ctx.path !== logout || ctx.method !== "GET") return next();
    const session = await provider.Session.get(ctx);
    if (session.accountId) {
      for (const { grantId } of Object.values(session.authorizations ?? {})) {
        const grant = grantId ? await provider.Grant.find(grantId) : undefined;
        await grant?.destroy();
      }
      const sid = session.sidFor(options.clientId);
      await session.destroy();
      if (sid) await announce(session.accountId, sid);
    }
    ctx.cookies.set("identity_session", null, {
      path: `/${options.tenant}`,
      httpOnly: true,
      sameSite: "lax",
    });
    ctx.set("Cache-Control", "no-store");
    const target = ctx.query.post_logout_redirect_uri;
    if (typeof target === "string" && allowed.has(target)) {
      const url = new URL(target);
      if (typeof ctx.query.state === "string") url.searchParams.set("state", ctx.query.state);
      ctx.status = 303;
      ctx.redirect(url.href);
      return;
    }
    sendPage(ctx, signedOutPage(options.redirectOrigins[0]));
  };
}
