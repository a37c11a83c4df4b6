import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { type InteractionResults, errors as providerErrors } from "oidc-provider";
import { encodePng, type Paint } from "#platform/png.ts";
import { type Caller, createTokenVerifier, loadSigningKeys, type SigningKeys, TokenRefused } from "./keys.ts";
import { type IdentityOptions, identityPaths, photoPath } from "./options.ts";
import { errorPage, signInPage } from "./pages.ts";
import { createProvider } from "./provider.ts";
import { graphApi, portalApi, resources, signInScopes, translateAuthorizeQuery } from "./scopes.ts";
import { findStaffByName, findStaffBySubject, type StaffMember } from "./staff.ts";

const size = 48;
const samplesPerSide = 3;

/**
 * A 48×48 PNG portrait drawn from a person's subject: head and shoulders on a plain background. The same subject always
 * gives the same bytes.
 */
function drawPortrait(subject: string): Buffer {
  const hash = createHash("sha256").update(subject).digest();
  const pick = (index: number, from: number, span: number) => from + (((hash[index] ?? 0) * span) >> 8);
  const ground: Paint = [pick(0, 150, 70), pick(1, 170, 60), pick(2, 185, 55)];
  const clothes: Paint = [pick(3, 30, 90), pick(4, 40, 90), pick(5, 70, 110)];
  const tone = pick(6, 0, 110);
  const skin: Paint = [235 - tone, 200 - tone, 172 - tone];
  const hair: Paint = [pick(7, 25, 90), pick(8, 20, 60), pick(9, 15, 45)];

  const within = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
  const colourAt = (x: number, y: number): Paint => {
    if (within(x, y, 24, 21, 8.5, 10) && y > 16) return skin;
    if (within(x, y, 24, 19, 10.5, 11.5) && y < 26) return hair;
    if (within(x, y, 24, 32, 4.5, 5)) return skin;
    return within(x, y, 24, 52, 19, 18) ? clothes : ground;
  };
  return encodePng(size, size, (x, y) => averageColour(x, y, colourAt));
}

function averageColour(x: number, y: number, colourAt: (x: number, y: number) => Paint): Paint {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < samplesPerSide ** 2; i++) {
    const offset = (part: number) => (part + 0.5) / samplesPerSide;
    const [r, g, b] = colourAt(x + offset(i % samplesPerSide), y + offset(Math.floor(i / samplesPerSide)));
    sum[0] += r;
    sum[1] += g;
    sum[2] += b;
  }
  const [r, g, b] = sum;
  const mean = (total: number) => Math.round(total / samplesPerSide ** 2);
  return [mean(r), mean(g), mean(b)];
}

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

/** Adds the page for choosing a person to sign in as. */
function addSignInPage(scope: FastifyInstance, provider: Provider, options: IdentityOptions): void {
  const { signIn } = identityPaths(options.tenant);
  const { redirectOrigins } = options;

  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()));
    },
  );

  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof providerErrors.SessionNotFound) {
      return sendHtml(
        reply,
        errorPage("This sign-in has expired or was finished elsewhere. Start it again.", redirectOrigins[0]),
      );
    }
    options.log.error({ error, path: request.routeOptions.url }, "sign-in page failed");
    return sendHtml(
      reply,
      errorPage("Something went wrong here. Start the sign-in again.", redirectOrigins[0], 500),
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
    return sendHtml(reply, signInPage({ action: request.url, redirectOrigins, hinted }));
  });

  scope.post(`${signIn}/:uid`, async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw);
    const typed = request.body instanceof URLSearchParams ? (request.body.get("account") ?? "") : "";
    const member = findStaffByName(typed);
    if (!member) {
      const problem = `There is no account “${typed.slice(0, 100)}” here. Pick one of those above.`;
      return sendHtml(
        reply,
        signInPage({ action: request.url, redirectOrigins, typed: typed.slice(0, 100), problem }),
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
