import type { User } from "#app/auth/guard.server.ts";
import { ApiError } from "./apiError.server.ts";
import { faultView } from "./apiFailure.ts";
import type { ErrorView } from "./errorView.ts";

/** `isLate`: the time limit was exceeded. */
type ReadWithin<T> = { ok: true; value: T } | { ok: false; error: ErrorView; isLate: boolean };

/**
 * Reads for this user for at most `limitMs`; a failure is a value. 'page': the page waits for it,
 * so it is aborted with the page, and a 401 redirects to sign-in. 'background': no page depends on
 * it; it continues after the page has gone, and a 401 does not end the session.
 */
export async function readWithin<T>(
  user: User,
  limitMs: number,
  priority: "page" | "background",
  read: (user: User) => Promise<T>,
): Promise<ReadWithin<T>> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  const page = user.request.signal;
  const signal = priority === "page" ? AbortSignal.any([page, limit.signal]) : limit.signal;
  const request = new Request(user.request.url, { signal });
  try {
    const value = await read({
      ...user,
      request,
      ...(priority === "background" ? { isBackground: true } : {}),
    });
    return { ok: true, value };
  } catch (problem) {
    if (priority === "page" && page.aborted) throw problem;
    if (limit.signal.aborted)
      return { ok: false, error: faultView("slow", user.correlationId), isLate: true };
    if (problem instanceof ApiError) return { ok: false, error: problem.view, isLate: false };
    throw problem;
  } finally {
    clearTimeout(timer);
  }
}
