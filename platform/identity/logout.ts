import type Provider from "oidc-provider";
import type { IdentityOptions } from "./options.ts";
import { sendPage, signedOutPage } from "./pages.ts";
import { identityPaths } from "./paths.ts";

type Middleware = Parameters<Provider["use"]>[0];

/**
 * The log-out end-point. Like Entra's it needs no ID token, asks nothing and works without scripting: the
 * provider's session ends, what it granted is revoked, and the browser goes to `post_logout_redirect_uri`
 * where that is registered, else to a page that says so.
 */
export function createLogout(provider: Provider, options: IdentityOptions): Middleware {
  const { logout } = identityPaths(options.tenant);
  const allowed = new Set(options.redirectOrigins.map((origin) => `${origin}/login`));

  return async (ctx, next) => {
    if (ctx.path !== logout || ctx.method !== "GET") return next();
    const session = await provider.Session.get(ctx);
    if (session.accountId) {
      for (const { grantId } of Object.values(session.authorizations ?? {})) {
        const grant = grantId ? await provider.Grant.find(grantId) : undefined;
        await grant?.destroy();
      }
      await session.destroy();
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
