import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { ApiError } from "./apiError.server.ts";
import { type ErrorView, isErrorView } from "./errorView.ts";
import { takeOnce } from "./prefetch.server.ts";

const failureSeconds = 5 * 60;
const failureKey = (user: User, place: string) => `file-failure:${user.sessionId}:${place}`;

/** Why the last download from this place failed; can be taken once. */
export const takeFileFailure = (user: User, place: string): Promise<ErrorView | undefined> =>
  takeOnce(failureKey(user, place), z.custom<ErrorView>(isErrorView));

/** A navigation of the browser, as opposed to a picture or a script's request. */
export const isNavigation = (request: Request): boolean => {
  const destination = request.headers.get("Sec-Fetch-Dest");
  if (destination !== null) return destination === "document";
  return request.headers.get("Accept")?.includes("text/html") ?? false;
};

/**
 * The response to a failed download: a navigating browser is redirected to `failedTo`, where the
 * failure is shown (`takeFileFailure`); all others get the ErrorView with its status.
 */
export async function fileFailed(
  user: User,
  request: Request,
  failure: ErrorView,
  { place, failedTo }: { place: string; failedTo: string },
): Promise<Response> {
  if (!isNavigation(request)) throw new ApiError(failure);
  await records.set(failureKey(user, place), failure, failureSeconds);
  return new Response(null, { status: 303, headers: { Location: failedTo } });
}
