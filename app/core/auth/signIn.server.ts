import { redirect } from "@remix-run/node";
import { errors } from "jose";
import { Authenticator } from "remix-auth";
import {
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "remix-auth-oauth2";
import { audit } from "#app/core/audit/audit.server.ts";
import { env } from "#app/core/env.server.ts";
import { adoptDraft } from "#app/core/http/drafts.server.ts";
import { correlationIdOf } from "#app/core/http/requestNotes.server.ts";
import { type LoginProblem, loginPath, safeReturnTo } from "#app/core/http/safeRedirect.ts";
import { contentSecurityPolicy, newNonce, popupOpenerPolicy } from "#app/core/http/securityHeaders.server.ts";
import { sessionIdOf } from "#app/core/http/sessionCookie.server.ts";
import { log, wordsOf } from "#app/core/log.server.ts";
import { countSignIn } from "#app/core/metrics.server.ts";
import { entriesOf, firstOf, searchOf } from "#app/core/search/search.ts";
import { RolesMalformed, RolesUnreadable } from "./claims.ts";
import {
  keepPending,
  microsoft,
  otherAccountHeader,
  pendingOf,
  revokeAtProvider,
  type SignedIn,
  signInSeconds,
} from "./identityProvider.server.ts";
import { endSession, peekSession, sessions, startSession } from "./session.server.ts";
import { nameOf } from "./user.ts";

/** Entra's error numbers by what a person can do about them; others are classified by OAuth's own error. */
const entraErrors: readonly { numbers: readonly number[]; problem: LoginProblem }[] = [
  // Second factor, its registration, a password that has to be changed, a sign-in that has to be fresh.
  { numbers: [50072, 50074, 50076, 50078, 50079, 50055, 50158, 50132, 50133, 70044], problem: "step" },
  // Conditional access: device not known, not compliant, not joined, blocked, approved app, place, risk.
  { numbers: [50005, 50097, 50131, 53000, 53001, 53002, 53003, 53004, 53009, 530_032], problem: "policy" },
  { numbers: [65001, 65004, 65005, 90094, 90095], problem: "consent" },
  // Not assigned to the application, of another directory, disabled, deleted.
  { numbers: [50105, 50020, 50034, 50057, 50059, 51004, 90072], problem: "account" },
  { numbers: [50196, 90033, 90055, 50000, 90006], problem: "busy" },
  // Secret or certificate wrong or expired, application, tenant, resource, redirect address or response type unknown.
  {
    numbers: [
      7_000_112, 7_000_215, 7_000_218, 7_000_222, 700_016, 700_024, 700_027, 500_011, 50011, 500_113, 90002,
      28000, 70001, 700_054,
    ],
    problem: "setup",
  },
];

const oauthErrors: ReadonlyMap<string, LoginProblem> = new Map(
  Object.entries<LoginProblem>({
    interaction_required: "step",
    login_required: "step",
    consent_required: "consent",
    // Without one of Entra's numbers: the person pressed Cancel.
    access_denied: "cancelled",
    temporarily_unavailable: "busy",
    server_error: "busy",
    invalid_client: "setup",
    unauthorized_client: "setup",
    invalid_scope: "setup",
    invalid_resource: "setup",
  }),
);

const entraNumber = ({ description }: OAuth2RequestError): number | undefined => {
  const digits = description?.match(/^AADSTS(\d{4,9})\b/)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const problemOfStatus = (status: number): LoginProblem =>
  status === 429 || status >= 500 ? "busy" : "failed";

/** A token from another time: one of both clocks is wrong, and no user can fix that. */
const isOfAnotherTime = (problem: unknown): boolean =>
  problem instanceof errors.JWTExpired ||
  (problem instanceof errors.JWTClaimValidationFailed && ["nbf", "iat"].includes(problem.claim));

/** The signed-out page's message for a sign-in error. */
export function signInProblemOf(problem: unknown): LoginProblem {
  if (problem instanceof RolesMalformed) return "setup";
  if (problem instanceof RolesUnreadable) return "groups";
  if (problem instanceof OAuth2RequestError) {
    const number = entraNumber(problem);
    const listed = entraErrors.find(({ numbers }) => number !== undefined && numbers.includes(number));
    return listed?.problem ?? oauthErrors.get(problem.code) ?? "failed";
  }
  if (problem instanceof UnexpectedResponseError || problem instanceof UnexpectedErrorResponseBodyError)
    return problemOfStatus(problem.status);
  if (isOfAnotherTime(problem)) return "setup";
  // Thrown by the strategy's client without a response; it is not exported by name.
  if (problem instanceof Error && problem.message === "Failed to send request") return "busy";
  return "failed";
}

/**
 * The error for the log. A provider's own description contains names and trace IDs, so only its
 * number is logged, which the provider's documentation explains.
 */
export function logOfProblem(problem: unknown): { problem: string; provider?: string } {
  const problemWords = wordsOf(problem);
  if (!(problem instanceof OAuth2RequestError)) return { problem: problemWords };
  const number = entraNumber(problem);
  return { problem: problemWords, ...(number !== undefined && { provider: `AADSTS${number}` }) };
}

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
    const { returnTo } = pending;
    return pending.popup ? popupAnswer("signed-in", returnTo, headers) : redirect(returnTo, { headers });
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
