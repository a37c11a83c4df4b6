import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { InteractionResults } from "oidc-provider";
import { SessionNotFound } from "oidc-provider/lib/helpers/errors.js";
import { createTokenVerifier, loadSigningKeys, type SigningKeys, TokenRefused } from "./keys.ts";
import { errorPage, signInPage } from "./pages.ts";
import { createProvider, type IdentityOptions, identityPaths } from "./provider.ts";
import { graphApi, portalApi, resources, signInScopes, translateAuthorizeQuery } from "./scopes.ts";
import { findStaffByName, findStaffBySubject, type StaffMember } from "./staff.ts";

/** The graph service's path of the signed-in person's small photo. */
export const photoPath = "/v1.0/me/photos/48x48/$value";

/** Adds the graph service's photo of the signed-in person: a PNG, or 404 where there is none (sign-in#photo). */
function addGraph(app: FastifyInstance, issuer: string, keys: SigningKeys): void {
  const verify = createTokenVerifier(issuer, graphApi.audience, keys);

  app.get(photoPath, async (request, reply) => {
    const [scheme, token] = (request.headers.authorization ?? "").split(" ");
    try {
      if (scheme?.toLowerCase() !== "bearer" || !token) throw new TokenRefused("Access token is empty.");
      const member = findStaffBySubject((await verify(token)).subject);
      if (!member?.hasPhoto) {
        return reply.code(404).send(graphError("ImageNotFound", "The photo wasn't found."));
      }
      return reply
        .header("Cache-Control", "private, max-age=3600")
        .type("image/png")
        .send(await readFile(new URL(`./portraits/${member.key}.png`, import.meta.url)));
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return reply.code(401).send(graphError("InvalidAuthenticationToken", error.message));
    }
  });
}

const graphError = (code: string, message: string) => ({ error: { code, message } });

/**
 * Fixes the request's host and scheme to the provider's own origin: also behind a proxy that ends TLS, its addresses
 * are those for browsers, and its cookies are Secure if that is https.
 */
function atHome(origin: string, provider: Provider) {
  const { host, protocol } = new URL(origin);
  const answer = provider.callback();
  return (request: IncomingMessage, response: ServerResponse) => {
    request.headers["x-forwarded-host"] = host;
    request.headers["x-forwarded-proto"] = protocol.replace(":", "");
    return answer(request, response);
  };
}

/**
 * Mounts the OpenID Connect provider and the graph service's photo on a server that is not listening yet, at the paths
 * that Entra uses.
 */
export async function mountIdentity(app: FastifyInstance, options: IdentityOptions) {
  const keys = await loadSigningKeys(options.store);
  const provider = createProvider(options, keys);
  const answer = atHome(options.origin, provider);
  const paths = identityPaths(options.tenant);

  await app.register((scope, _options, done) => {
    // The provider parses the request's body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const url of [
      paths.authorize,
      `${paths.authorize}/*`,
      paths.token,
      paths.revoke,
      paths.logout,
      paths.keys,
      paths.discovery,
    ]) {
      scope.route({
        method: ["GET", "POST", "OPTIONS"],
        url,
        handler: (request, reply) => {
          if (url === paths.authorize && request.method === "GET") {
            const [, query = ""] = request.url.split("?");
            request.raw.url = `${url}?${translateAuthorizeQuery(new URLSearchParams(query))}`;
          }
          reply.hijack();
          return answer(request.raw, reply.raw);
        },
      });
    }
    done();
  });
  await app.register((scope, _options, done) => {
    addSignInPage(scope, provider, options);
    addGraph(scope, provider.issuer, keys);
    done();
  });

  return {
    issuer: provider.issuer,
    /** Verifies a bearer token of a portal API call; throws `TokenRefused`. */
    verifyAccessToken: createTokenVerifier(provider.issuer, portalApi.audience, keys),
    keys,
  };
}

export type Identity = Awaited<ReturnType<typeof mountIdentity>>;

function addSignInPage(scope: FastifyInstance, provider: Provider, options: IdentityOptions): void {
  const { signIn } = identityPaths(options.tenant);
  const { portalOrigin } = options;

  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()));
    },
  );

  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof SessionNotFound) {
      return sendHtml(
        reply,
        errorPage("This sign-in has expired or was finished elsewhere. Start it again.", portalOrigin),
      );
    }
    options.log.error({ error, path: request.routeOptions.url }, "sign-in page failed");
    return sendHtml(
      reply,
      errorPage("Something went wrong here. Start the sign-in again.", portalOrigin, 500),
    );
  });

  scope.get(`${signIn}/:uid`, async (request, reply) => {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    // Signing in is consent: for a person with a session only the grant is missing.
    const member =
      interaction.prompt.name === "consent"
        ? findStaffBySubject(interaction.session?.accountId ?? "")
        : undefined;
    if (member) return finish(request, reply, await signInResult(member));
    const hint = interaction.params.login_hint;
    const hinted = typeof hint === "string" ? findStaffByName(hint) : undefined;
    return sendHtml(reply, signInPage({ action: request.url, portalOrigin, hinted }));
  });

  scope.post(`${signIn}/:uid`, async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw);
    const typed = request.body instanceof URLSearchParams ? (request.body.get("account") ?? "") : "";
    const member = findStaffByName(typed);
    if (!member) {
      const problem = `There is no account “${typed.slice(0, 100)}” here. Pick one of those above.`;
      return sendHtml(
        reply,
        signInPage({ action: request.url, portalOrigin, typed: typed.slice(0, 100), problem }),
      );
    }
    return finish(request, reply, await signInResult(member));
  });

  scope.post(`${signIn}/:uid/cancel`, (request, reply) =>
    finish(request, reply, { error: "access_denied", error_description: "The sign-in was cancelled" }),
  );

  async function signInResult(member: StaffMember): Promise<InteractionResults> {
    const grant = new provider.Grant({ accountId: member.subject, clientId: options.clientId });
    grant.addOIDCScope(signInScopes.join(" "));
    for (const { identifier, scopes } of resources) {
      grant.addResourceScope(identifier, Object.keys(scopes).join(" "));
    }
    return { login: { accountId: member.subject, amr: ["pwd"] }, consent: { grantId: await grant.save() } };
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, result: InteractionResults) {
    const next = await provider.interactionResult(request.raw, reply.raw, result);
    return reply.header("Cache-Control", "no-store").redirect(next, 303);
  }
}

function sendHtml(reply: FastifyReply, page: ReturnType<typeof errorPage>) {
  return reply.code(page.status).headers(page.headers).send(page.html);
}
