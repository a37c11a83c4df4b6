import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type Provider from "oidc-provider";
import { type Caller, createTokenVerifier, loadSigningKeys, type SigningKeys, TokenRefused } from "./keys.ts";
import type { IdentityOptions } from "./options.ts";
import { identityPaths, photoPath } from "./paths.ts";
import { drawPortrait } from "./photo.ts";
import { createProvider } from "./provider.ts";
import { graphApi, portalApi, translateAuthorizeQuery } from "./scopes.ts";
import { addSignInPage } from "./signIn.ts";
import { findStaffBySubject } from "./staff.ts";

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
        .send(drawPortrait(member.subject));
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return reply.code(401).send(graphError("InvalidAuthenticationToken", error.message));
    }
  });
}

const graphError = (code: string, message: string) => ({ error: { code, message } });

/** The mounted identity provider. */
export type Identity = {
  issuer: string;
  /** Verifies a bearer token of a portal API call; throws `TokenRefused`. */
  verifyAccessToken(token: string): Promise<Caller>;
  /** The token signing keys. */
  keys: SigningKeys;
};

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
 * that Entra uses. Throws when a redirect origin is not a URL.
 */
export async function mountIdentity(app: FastifyInstance, options: IdentityOptions): Promise<Identity> {
  const keys = await loadSigningKeys(options.store);
  const provider = createProvider(options, keys);
  const answer = atHome(options.origin, provider);
  const paths = identityPaths(options.tenant);

  await app.register((scope, _options, done) => {
    // The provider parses the request's body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.route({
      method: ["GET", "POST", "OPTIONS"],
      url: `${paths.authorize}/*`,
      handler: (request, reply) => {
        reply.hijack();
        return answer(request.raw, reply.raw);
      },
    });
    for (const url of [
      paths.authorize,
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
    verifyAccessToken: createTokenVerifier(provider.issuer, portalApi.audience, keys),
    keys,
  };
}
