import { redirectDocument } from "@remix-run/node";
import { type LoginProblem, loginPath } from "#app/http/safeRedirect.ts";

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
