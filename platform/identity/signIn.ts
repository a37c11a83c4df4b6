import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { type InteractionResults, errors as providerErrors } from "oidc-provider";
import { type IdentityOptions, identityPaths } from "./options.ts";
import { errorPage, signInPage } from "./pages.ts";
import { resources, signInScopes } from "./scopes.ts";
import { findStaffByName, findStaffBySubject, type StaffMember } from "./staff.ts";

/** Adds the page for choosing a person to sign in as. */
export function addSignInPage(scope: FastifyInstance, provider: Provider, options: IdentityOptions): void {
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
