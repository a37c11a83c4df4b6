import type { User } from "#app/auth/guard.server.ts";
import { ApiError } from "./apiError.server.ts";
import { faultView } from "./apiFailure.ts";
import type { ErrorView } from "./errorView.ts";

/** A person as one who asks for what the page can do without: given up after a while, and a 401 is an ApiError. */
const askingWithin = (user: User, signal: AbortSignal): User => ({
  ...user,
  isAside: true,
  request: new Request(user.request.url, { signal }),
});

/**
 * Reads for this person what no page depends on, for `limitMs` at most, also after the page has gone. A failure is a
 * value: neither does it end the page, nor does a 401 end the session.
 */
export async function readWithin<T>(
  user: User,
  limitMs: number,
  read: (user: User) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; error: ErrorView }> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return { ok: true, value: await read(askingWithin(user, limit.signal)) };
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, error: problem.view };
    if (limit.signal.aborted) return { ok: false, error: faultView("slow", user.correlationId) };
    throw problem;
  } finally {
    clearTimeout(timer);
  }
}
