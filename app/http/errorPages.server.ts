import type { Role } from "#contract/capabilities.ts";
import { ApiError } from "./apiError.server.ts";
import { correlationIdOf } from "./correlation.server.ts";

/** A 404 page that says what is not there, e.g. 'Store Not Found' (addresses#not-found). Throw it. */
export const notFound = (request: Request, message = "There is no such page."): ApiError =>
  new ApiError({
    statusLine: "Not Found",
    code: 404,
    message,
    correlationId: correlationIdOf(request),
    advice: "Check the address, or start again from Stores.",
  });

/** A 403 page that names the roles which open the page (roles#forbidden). Throw it. */
export const forbidden = (correlationId: string, allowed: readonly Role[]): ApiError =>
  new ApiError({
    statusLine: "Forbidden",
    code: 403,
    message: `This page is open to people with ${allowed.length > 1 ? "one of these roles" : "this role"}: ${allowed.join(", ")}.`,
    correlationId,
    advice: "Ask an administrator for the role, then log out and sign in again.",
  });
