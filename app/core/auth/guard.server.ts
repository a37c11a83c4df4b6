import { redirectDocument } from "@remix-run/node";
import { audit } from "#app/core/audit/audit.server.ts";
import { env } from "#app/core/env.server.ts";
import { forbidden } from "#app/core/http/apiError.server.ts";
import { keepUnclaimedDraft } from "#app/core/http/drafts.server.ts";
import { requireSameOrigin } from "#app/core/http/origin.server.ts";
import { countAlways, type Rate } from "#app/core/http/rates.server.ts";
import { correlationIdOf, notePerson } from "#app/core/http/requestNotes.server.ts";
import { type LoginProblem, loginPath } from "#app/core/http/safeRedirect.ts";
import { sessionIdOf } from "#app/core/http/sessionCookie.server.ts";
import { isAllowed, type Permission, rolesFor } from "#contract/capabilities.ts";
import { tokens } from "./identityProvider.server.ts";
import { peekSession, readOrTaken } from "./session.server.ts";
import type { SessionRecord } from "./sessionStore.server.ts";
import type { TokenKind } from "./tokens.server.ts";
import { type Identity, nameOf } from "./user.ts";

/** A request that takes longer than this checks again whether its session is still valid. */
const lookAgainMs = 1_000;

export type User = Identity & {
  /** The identity provider's permanent ID of this person. */
  subject: string;
  sessionId: string;
  /** Start of this session, in epoch milliseconds. */
  signedInAt: number;
  request: Request;
  correlationId: string;
  /** For data that the page can do without: a 401 is then an ordinary failure, and does not redirect to sign-in. */
  isBackground?: true;
  /** If set, its reads are shared by all users with these rights (calls#shared). */
  rights?: string;
  /** A token for the portal API; undefined if none is available (sign-in#no-token). */
  accessToken(): Promise<string | undefined>;
  /** A token for the graph service, or undefined. */
  graphToken(): Promise<string | undefined>;
};

type SessionFound = { sessionId: string; session: SessionRecord };

/**
 * The session of a request. Its roles are the provider's answer of less than an access token's life ago, also where no
 * call needs a token: they are asked for anew before anybody decides by them (sign-in#roles-again). 'unconfirmed' if
 * that was not possible.
 */
async function sessionFor(request: Request): Promise<SessionFound | "unconfirmed" | undefined> {
  const sessionId = await sessionIdOf(request);
  if (!sessionId) return undefined;
  const { method, url } = request;
  const isPoll = isBackgroundRequest({ method, pathname: new URL(url).pathname });
  const stored = await (isPoll ? peekSession : readOrTaken)(sessionId);
  const session = stored && (await tokens.confirm(sessionId, stored));
  if (!session) return undefined;
  return session.confirmed.expiresAt > Date.now() ? { sessionId, session } : "unconfirmed";
}

export async function optionalUser(request: Request): Promise<User | undefined> {
  const found = await sessionFor(request);
  return found === undefined || found === "unconfirmed" ? undefined : userOf(request, found);
}

function userOf(request: Request, { sessionId, session }: SessionFound): User {
  notePerson(session.subject, nameOf(session.identity));
  let lookedAt = performance.now();
  const token = (kind: TokenKind) => async () => {
    if (performance.now() - lookedAt > lookAgainMs) {
      await requireStillSignedIn({ sessionId, request });
      lookedAt = performance.now();
    }
    return tokens.get(sessionId, session, kind);
  };
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

/** For long work: throws a redirect to sign-in once its session has ended (sign-in#end-means-end). */
export async function requireStillSignedIn(user: Pick<User, "sessionId" | "request">): Promise<void> {
  if (!(await peekSession(user.sessionId))) throw toSignIn(user.request, "expired");
}

/**
 * The signed-in user. Otherwise throws a redirect to the signed-out page, which leads back here
 * afterwards (what they had typed is stored), and a 403 for a write from another origin.
 */
export async function requireUser(request: Request): Promise<User> {
  requireSameOrigin(request);
  const found = await sessionFor(request);
  if (found !== undefined && found !== "unconfirmed") return userOf(request, found);
  const draft = request.method === "GET" ? undefined : await keepUnclaimedDraft(request);
  throw toSignIn(request, draft ? "kept" : await problemOf(request, found), draft);
}

async function problemOf(
  request: Request,
  found: "unconfirmed" | undefined,
): Promise<LoginProblem | undefined> {
  if (found === "unconfirmed") return "busy";
  return (await sessionIdOf(request)) === undefined ? undefined : "expired";
}

/** Whether a person's roles allow an action (roles#everywhere). */
export const may = (person: Pick<Identity, "roles">, permission: Permission): boolean =>
  isAllowed(person, rolesFor(permission, env.GLOBAL_ACTIONS));

/** The name under which a user acts with this permission; empty if they may not act (roles#no-username). */
export const actsAs = (user: Pick<Identity, "roles" | "username">, permission: Permission): string =>
  may(user, permission) ? user.username : "";

/** Throws a 403 page naming the permitted roles for a user without the permission (roles#forbidden). */
export async function assertMay(user: User, permission: Permission): Promise<void> {
  const allowed = rolesFor(permission, env.GLOBAL_ACTIONS);
  if (allowed === "everyone" || isAllowed(user, allowed)) return;
  await auditRefusal(user, permission);
  throw forbidden(user.correlationId, allowed);
}

const refusalLines: Rate = { name: "audit of refusals", windows: [{ most: 1, seconds: 60 }] };

/** At most one line per minute and URL: a reload is not another attempt. */
async function auditRefusal({ subject, request }: User, permission: Permission): Promise<void> {
  const { pathname } = new URL(request.url);
  const page = pathname.replace(/\.data$/, "");
  const did = request.method === "GET" ? "Open a page" : "Post to a page";
  if ((await countAlways(refusalLines, `${subject}:${request.method}:${page}`)) > 0) return;
  await audit({ kind: "refusal", did, record: page, outcome: "refused", why: `No role for ${permission}` });
}

/** The signed-in user with the permission; throws a 403 page otherwise. */
export async function requireMay(request: Request, permission: Permission): Promise<User> {
  const user = await requireUser(request);
  await assertMay(user, permission);
  return user;
}

/**
 * Redirects to the signed-out page, which leads back here. If a session has ended, the browser
 * clears its cached pages and files (sign-in#files).
 */
export function toSignIn(request: Request, problem: LoginProblem | undefined, cookie?: string): Response {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers();
  if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  if (problem !== undefined) headers.set("Clear-Site-Data", '"cache"');
  return redirectDocument(loginPath(pathname + search, problem), { headers });
}

const isPoll = /\/live(\.data)?$/;

const isTurn = /\/printlabel\/stations\/[^/]+\/turn$/;

/**
 * Whether a page sends this request automatically, e.g. to poll its record or to print for others.
 * That does not count as use of the session (sign-in#polls).
 */
export const isBackgroundRequest = ({ method, pathname }: { method: string; pathname: string }): boolean =>
  isTurn.test(pathname) || (method === "GET" && isPoll.test(pathname));
