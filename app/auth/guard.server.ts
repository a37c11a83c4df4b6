import { redirectDocument } from "@remix-run/node";
import { correlationIdOf } from "#app/http/correlation.server.ts";
import { keepUnclaimedDraft } from "#app/http/drafts.server.ts";
import { forbidden } from "#app/http/errorPages.server.ts";
import { requireSameOrigin } from "#app/http/origin.server.ts";
import { loginPath } from "#app/http/safeRedirect.ts";
import { tokens } from "./identityProvider.server.ts";
import { hasAnyRole, type Role } from "./roles.ts";
import { peekSession, readSession, sessionIdOf } from "./session.server.ts";
import type { TokenKind } from "./tokens.server.ts";
import type { Identity } from "./user.ts";

/** The signed-in person behind one request. */
export type User = Identity & {
  /** The identity provider's lasting name for this person. */
  subject: string;
  sessionId: string;
  /** When this session signed in, in epoch milliseconds. */
  signedInAt: number;
  request: Request;
  correlationId: string;
  /** A token for the portal API, or undefined when none can be had (sign-in#no-token). */
  accessToken(): Promise<string | undefined>;
  /** A token for the graph service, or undefined. */
  graphToken(): Promise<string | undefined>;
};

/** A page that follows its record asks by itself: that is no use of the session (sign-in#polls). */
const asksByItself = ({ method, url }: Request): boolean =>
  method === "GET" && /\/live(\.data)?$/.test(new URL(url).pathname);

/** The signed-in person, or undefined. */
export async function optionalUser(request: Request): Promise<User | undefined> {
  const sessionId = await sessionIdOf(request);
  const session = sessionId
    ? await (asksByItself(request) ? peekSession : readSession)(sessionId)
    : undefined;
  if (!sessionId || !session) return undefined;
  const token = (kind: TokenKind) => () => tokens.get(sessionId, session, kind);
  return {
    ...session.identity,
    subject: session.subject,
    sessionId,
    signedInAt: session.signedInAt,
    request,
    correlationId: correlationIdOf(request),
    accessToken: token("apiToken"),
    graphToken: token("graphToken"),
  };
}

/**
 * The signed-in person. Throws a redirect to the signed-out page, and back here afterwards, for anybody
 * else (what they had typed is kept), and a 403 for a write from another origin.
 */
export async function requireUser(request: Request): Promise<User> {
  requireSameOrigin(request);
  const user = await optionalUser(request);
  if (user) return user;
  const url = new URL(request.url);
  const hadSession = (await sessionIdOf(request)) !== undefined;
  const draft = request.method === "GET" ? undefined : await keepUnclaimedDraft(request);
  const problem = draft ? "kept" : hadSession ? "expired" : undefined;
  throw redirectDocument(
    loginPath(url.pathname + url.search, problem),
    draft ? { headers: { "Set-Cookie": draft } } : undefined,
  );
}

/** The signed-in person, who holds one of the roles. Throws a 403 page that names them otherwise (roles#forbidden). */
export async function requireRole(request: Request, allowed: readonly Role[]): Promise<User> {
  const user = await requireUser(request);
  if (!hasAnyRole(user, allowed)) throw forbidden(user.correlationId, allowed);
  return user;
}
