import type { Role } from "#contract/capabilities.ts";
import type { ErrorView } from "./errorView.ts";
import { correlationIdOf } from "./requestNotes.server.ts";

/** A 404 page naming what is missing, e.g. 'Store Not Found' (addresses#not-found). Throw it. */
export const notFound = (request: Request, message = "There is no such page."): ApiError =>
  new ApiError({
    statusLine: "Not Found",
    code: 404,
    message,
    correlationId: correlationIdOf(request),
    advice: "Check the address, or find it here.",
  });

/** A 403 page naming the permitted roles (roles#forbidden). Throw it. */
export const forbidden = (correlationId: string, allowed: readonly Role[]): ApiError =>
  new ApiError({
    statusLine: "Forbidden",
    code: 403,
    message: `This page is open to people with ${allowed.length > 1 ? "one of these roles" : "this role"}: ${allowed.join(", ")}.`,
    correlationId,
    advice: "Ask an administrator for the role, then log out and sign in again.",
  });

/**
 * A failed call, or a page that cannot be shown. A Response with the view as its JSON body, because
 * Remix passes thrown Responses to the boundary unchanged in production, but strips thrown Errors.
 */
export class ApiError extends Response {
  readonly view: ErrorView;

  constructor(view: ErrorView, httpStatus: number = view.code) {
    super(JSON.stringify(view), {
      status: httpStatus,
      headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
    });
    this.view = view;
  }

  /** However often: loaders that share a read share its failure, and the body of a response can be read once. */
  override json(): Promise<ErrorView> {
    return Promise.resolve(this.view);
  }
}

/** The HTTP status of a page that shows this failure in its own frame. */
export const failureStatus = ({ code }: ErrorView): number => (code >= 400 && code <= 599 ? code : 502);

/** A write that was not made: somebody was a moment faster, or there is no more room. */
export const conflict = (
  { correlationId }: { correlationId: string },
  message: string,
  noun: string,
): ApiError =>
  new ApiError({
    statusLine: "Conflict",
    code: 409,
    message,
    correlationId,
    advice: `Look at the ${noun} before anything else is done.`,
    write: "refused",
  });
