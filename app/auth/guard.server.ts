import { audit } from "#app/audit/audit.server.ts";
import { env } from "#app/env.server.ts";
import { correlationIdOf, forbidden } from "#app/http/apiError.server.ts";
import { keepUnclaimedDraft } from "#app/http/drafts.server.ts";
import { requireSameOrigin } from "#app/http/origin.server.ts";
import { notePerson } from "#app/http/requestNotes.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { isAllowed, type Permission, rolesFor } from "#contract/capabilities.ts";
import { tokens } from "./identityProvider.server.ts";
import { peekSession, readOrTaken, sessionIdOf } from "./session.server.ts";
import { asksByItself } from "./sessionEnded.ts";
import type { TokenKind } from "./tokens.server.ts";
import { toSignIn } from "./toSignIn.server.ts";
import { type Identity, nameOf } from "./user.ts";

/** A request that takes longer than this looks again whether its session still counts. */
const lookAgainMs = 1_000;

/** The signed-in person behind one request. */
export type User = Identity & {
  /** The identity provider's lasting name for this person. */
  subject: string;
  sessionId: string;
  /** When this session signed in, in epoch milliseconds. */
  signedInAt: number;
  request: Request;
  correlationId: string;
  /** Asks for what the page can do without: a 401 then is a failure like every other, and no way to sign-in. */
  isBackground?: true;
  /** Where its reads serve all with the same rights, these rights (calls#shared). */
  rights?: string;
  /** A token for the portal API, or undefined when none can be had (sign-in#no-token). */
  accessToken(): Promise<string | undefined>;
  /** A token for the graph service, or undefined. */
  graphToken(): Promise<string | undefined>;
};

/** The signed-in person, or undefined. */
export async function optionalUser(request: Request): Promise<User | undefined> {
  const sessionId = await sessionIdOf(request);
  const { method, url } = request;
  const isPoll = asksByItself({ method, pathname: new URL(url).pathname });
  const session = sessionId ? await (isPoll ? peekSession : readOrTaken)(sessionId) : undefined;
  if (!sessionId || !session) return undefined;
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

/**
 * For what takes a while: throws a redirect to the signed-out page once the session that it began with has ended
 * (sign-in#end-means-end).
 */
export async function requireStillSignedIn(user: Pick<User, "sessionId" | "request">): Promise<void> {
  if (!(await peekSession(user.sessionId))) throw toSignIn(user.request, "expired");
}

/**
 * The signed-in person. Throws a redirect to the signed-out page, and back here afterwards, for anybody
 * else (what they had typed is kept), and a 403 for a write from another origin.
 */
export async function requireUser(request: Request): Promise<User> {
  requireSameOrigin(request);
  const user = await optionalUser(request);
  if (user) return user;
  const hadSession = (await sessionIdOf(request)) !== undefined;
  const draft = request.method === "GET" ? undefined : await keepUnclaimedDraft(request);
  throw toSignIn(request, draft ? "kept" : hadSession ? "expired" : undefined, draft);
}

/** Whether a person's roles allow an action (roles#everywhere). */
export const may = (person: Pick<Identity, "roles">, permission: Permission): boolean =>
  isAllowed(person, rolesFor(permission, env.GLOBAL_ACTIONS));

/** The name that a person's actions of this kind bear; empty where none are offered (roles#no-username). */
export const actsAs = (user: Pick<Identity, "roles" | "username">, permission: Permission): string =>
  may(user, permission) ? user.username : "";

/** Throws a 403 page that names the roles which may, for a person who may not do an action (roles#forbidden). */
export async function assertMay(user: User, permission: Permission): Promise<void> {
  const allowed = rolesFor(permission, env.GLOBAL_ACTIONS);
  if (allowed === "everyone" || isAllowed(user, allowed)) return;
  await auditRefusal(user, permission);
  throw forbidden(user.correlationId, allowed);
}

/** One line a minute for each address that somebody tries: a reload is no other attempt. */
async function auditRefusal({ subject, request }: User, permission: Permission): Promise<void> {
  const { pathname } = new URL(request.url);
  const page = pathname.replace(/\.data$/, "");
  const did = request.method === "GET" ? "Open a page" : "Post to a page";
  if (!(await records.add(`audit-refusal:${subject}:${request.method}:${page}`, true, 60))) return;
  await audit({ kind: "refusal", did, record: page, outcome: "refused", why: `No role for ${permission}` });
}

/** The signed-in person, who may do the action; throws a 403 page otherwise. */
export async function requireMay(request: Request, permission: Permission): Promise<User> {
  const user = await requireUser(request);
  await assertMay(user, permission);
  return user;
}
