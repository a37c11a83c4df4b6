import type { FastifyReply, FastifyRequest } from "fastify";
import { type ActionPolicy, isAllowed, type Permission, rolesFor } from "#contract/capabilities.ts";
import { type Caller, TokenRefused } from "#platform/identity/keys.ts";
import { idempotencyKeyOf, Problem } from "./requests.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller; set on every request that passed `authorise`. */
    caller: Caller | null;
  }
}

/** Checks a bearer token; throws `TokenRefused` for one that is not valid. */
export type VerifyAccessToken = (token: string) => Promise<Caller>;

const requiredScope = "read";

/**
 * A hook that requires a valid access token with the `read` scope (sign-in#bearer): 401 without or with an invalid
 * token, 403 without the scope.
 */
export function authorise(verifyAccessToken: VerifyAccessToken) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (!token) {
      void reply.header("www-authenticate", "Bearer");
      throw new Problem(401, "This call needs a bearer token");
    }
    request.caller = await verifyAccessToken(token).catch((error: unknown) => {
      if (!(error instanceof TokenRefused)) throw error;
      request.log.info({ reason: error.message }, "token refused");
      void reply.header("www-authenticate", 'Bearer error="invalid_token"');
      throw new Problem(401, "The bearer token is invalid or has expired");
    });
    if (request.caller.scopes.includes(requiredScope)) return;
    void reply.header("www-authenticate", `Bearer error="insufficient_scope", scope="${requiredScope}"`);
    throw new Problem(403, `The bearer token lacks the scope '${requiredScope}'`);
  };
}

/** Throws a 403 Problem that names the required roles, for a caller who lacks the permission (roles#service). */
export function assertMay(request: FastifyRequest, permission: Permission, policy: ActionPolicy): void {
  const allowed = rolesFor(permission, policy);
  if (allowed === "everyone" || isAllowed(callerOf(request), allowed)) return;
  throw new Problem(403, `This call is open to people with one of these roles: ${allowed.join(", ")}`);
}

/** A hook, after `authorise`, that checks the call against the table of capabilities (roles#service). */
export function allow(policy: ActionPolicy) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.is404) return;
    const { documented } = request.routeOptions.config;
    if (!documented) throw new Error(`${request.url} does not say who may call it`);
    if (documented.permission !== "record") assertMay(request, documented.permission, policy);
  };
}

/** The name of a caller for histories. Throws a 403 Problem for a caller without one (roles#no-username). */
export function actorOf(request: FastifyRequest): string {
  const { username } = callerOf(request);
  if (username === "") throw new Problem(403, "An account without a username is offered no actions");
  return username;
}

/** Who requests an action, and under which key. Throws a 403 Problem for a caller without a name. */
export const requesterOf = (request: FastifyRequest) => ({
  subject: callerOf(request).subject,
  user: actorOf(request),
  idempotencyKey: idempotencyKeyOf(request),
});

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.url} was reached without authorisation`);
  return request.caller;
}
