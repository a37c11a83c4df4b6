import { redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { audit } from "#app/audit/audit.server.ts";
import { env } from "#app/env.server.ts";
import { adoptDraft } from "#app/http/drafts.server.ts";
import { correlationIdOf } from "#app/http/requestNotes.server.ts";
import { loginPath, safeReturnTo } from "#app/http/safeRedirect.ts";
import {
  contentSecurityPolicy,
  newNonce,
  popupOpenerPolicy,
  setSecurityHeaders,
} from "#app/http/securityHeaders.server.ts";
import { log } from "#app/log.server.ts";
import { countSignIn } from "#app/metrics.server.ts";
import { entriesOf, firstOf, searchOf } from "#app/search/search.ts";
import { todayPath } from "#app/today/paths.ts";
import { may } from "./guard.server.ts";
import {
  keepPending,
  microsoft,
  otherAccountHeader,
  pendingOf,
  revokeAtProvider,
  type SignedIn,
  signInSeconds,
} from "./identityProvider.server.ts";
import { endSession, peekSession, sessionIdOf, sessions, startSession } from "./session.server.ts";
import { logOfProblem, signInProblemOf } from "./signInProblem.server.ts";
import { type Identity, nameOf } from "./user.ts";

const attribute = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** The result of a sign-in in words, for a browser that doesn't close the popup. */
const words = {
  "signed-in": { title: "Signed in", text: "You are signed in.", on: "Continue to the portal" },
  failed: { title: "Not signed in", text: "Signing in did not work.", on: "Back to the portal" },
};

/**
 * The last page of a sign-in in a popup: it messages the opening window (same origin only) and
 * closes. If that window is gone, it redirects to `returnTo` itself.
 */
function popupAnswer(outcome: keyof typeof words, returnTo: string, headers: Headers): Response {
  const { title, text, on } = words[outcome];
  const nonce = newNonce();
  const script = `
    const link = document.querySelector("a");
    if (window.opener && !window.opener.closed) {
      window.opener.postMessage({ type: "${outcome}", returnTo: link.getAttribute("href") }, window.location.origin);
      window.close();
    } else {
      window.location.replace(link.href);
    }`;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  for (const [name, value] of Object.entries(popupOpenerPolicy)) headers.set(name, value);
  setSecurityHeaders(headers);
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${title}</title></head>
<body><p>${text} <a href="${attribute(returnTo)}">${on}</a></p>
<script nonce="${nonce}">${script}</script></body></html>`;
  return new Response(html, { headers });
}

const authenticator = new Authenticator<SignedIn>();
authenticator.use(microsoft, "microsoft");

/**
 * Redirects to the identity provider, and stores where to return to. With `otherAccount` the
 * provider asks which account, where it would take the one that it knows.
 */
export async function beginSignIn(
  request: Request,
  { returnTo, popup, otherAccount }: { returnTo: unknown; popup: boolean; otherAccount: boolean },
): Promise<Response> {
  const start = new Request(`${env.APP_URL}/auth/login`, {
    headers: otherAccount ? { [otherAccountHeader]: "yes" } : {},
  });
  const answer = await authenticator.authenticate("microsoft", start).catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  const query = entriesOf(answer.headers.get("Location") ?? "");
  const state = firstOf(query, "state");
  const nonce = firstOf(query, "nonce");
  if (!state || !nonce) throw new Error("The sign-in address carries no state or no nonce");
  await keepPending(state, { nonce, returnTo: safeReturnTo(returnTo), popup }, signInSeconds);
  log.debug({ correlationId: correlationIdOf(request) }, "sign-in begins");
  return answer;
}

function forgetStateCookies(request: Request, headers: Headers): void {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const name = pair.split("=")[0]?.trim() ?? "";
    if (!name.startsWith(`${microsoft.stateCookie}:`) || !/^[\w:-]+$/.test(name)) continue;
    headers.append(
      "Set-Cookie",
      `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${env.secure ? "; Secure" : ""}`,
    );
  }
}

/** The first page of somebody who asked for none: Today, unless their roles give them none of its work (sign-in#first-page). */
const firstPage = (identity: Pick<Identity, "roles">): string =>
  may(identity, "store/orders") || may(identity, "store/returns") ? todayPath : "/";

/**
 * Completes the sign-in: a new session with a new ID, the previous one ended, and a redirect back.
 * A failed sign-in is logged and redirects to the signed-out page, which says so and keeps the
 * return URL (sign-in#failure); in a popup it is the opening page which says so.
 */
export async function completeSignIn(request: Request): Promise<Response> {
  const correlationId = correlationIdOf(request);
  const headers = new Headers({ "Cache-Control": "no-store" });
  const state = await pendingOf(request);
  try {
    // Anything that ends this person's sessions from here on ends this one, too.
    const signedInAt = await sessions.now();
    const { session, pending } = await authenticator.authenticate("microsoft", request);
    const before = await sessionIdOf(request);
    if (before) await endSession(before);
    headers.append("Set-Cookie", await startSession(request, { ...session, signedInAt }));
    const adopted = await adoptDraft(request, session.subject);
    if (adopted) headers.append("Set-Cookie", adopted);
    forgetStateCookies(request, headers);
    const { subject, identity } = session;
    await audit({
      kind: "session",
      did: `Signed in as ${identity.roles.join(", ")}`,
      outcome: "done",
      subject,
      name: nameOf(identity),
    });
    countSignIn("done");
    log.info({ correlationId, subject: session.subject, roles: session.identity.roles }, "signed in");
    const target = pending.returnTo === "/" ? firstPage(identity) : pending.returnTo;
    return pending.popup ? popupAnswer("signed-in", target, headers) : redirect(target, { headers });
  } catch (problem) {
    countSignIn("failed");
    if (problem instanceof Response) {
      // The strategy handles a callback without `state` by starting over; nobody requested that.
      log.warn({ correlationId }, "a sign-in callback without state");
    } else log.warn({ correlationId, ...logOfProblem(problem) }, "sign-in failed");
    const signedOut = loginPath(state?.returnTo ?? "/", signInProblemOf(problem));
    return state?.popup ? popupAnswer("failed", signedOut, headers) : redirect(signedOut, { headers });
  }
}

/**
 * Ends the session here, then at the provider, which redirects back to the signed-out page; its
 * refresh token is revoked wherever the browser goes next. The browser clears its cached pages, and
 * keeps the workstation's print journal.
 */
export async function signOut(request: Request): Promise<Response> {
  const sessionId = await sessionIdOf(request);
  const session = sessionId ? await peekSession(sessionId) : undefined;
  const headers = new Headers({
    "Set-Cookie": await endSession(sessionId),
    "Clear-Site-Data": '"cache"',
  });
  if (session?.refreshToken) await revokeAtProvider(session.refreshToken);
  log.info({ correlationId: correlationIdOf(request), subject: session?.subject }, "logged out");
  if (session) {
    const { subject, identity } = session;
    await audit({ kind: "session", did: "Logged out", outcome: "done", subject, name: nameOf(identity) });
  }
  const there = `${env.MICROSOFT_AUTHORITY}/${env.MICROSOFT_TENANT_ID}/oauth2/v2.0/logout`;
  const query = searchOf([
    ["post_logout_redirect_uri", `${env.APP_URL}/login`],
    ["client_id", env.MICROSOFT_CLIENT_ID],
  ]);
  return redirect(there + query, { headers });
}
