import { env } from "#app/core/env.server.ts";
import { log } from "#app/core/log.server.ts";
import { ApiError } from "./apiError.server.ts";
import { correlationIdOf } from "./requestNotes.server.ts";

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** Whether a write comes from our own pages: by Origin, else Referer, else no. */
export function isSameOrigin(headers: Headers, ownOrigin: string): boolean {
  const sender = headers.get("Origin") ?? headers.get("Referer");
  return sender !== null && originOf(sender) === ownOrigin;
}

/** Rejects (403) every request but GET and HEAD that does not come from a page of `APP_URL`. */
export function requireSameOrigin(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (isSameOrigin(request.headers, new URL(env.APP_URL).origin)) return;
  const correlationId = correlationIdOf(request);
  log.warn({ correlationId, path: new URL(request.url).pathname }, "refused a request from another origin");
  throw new ApiError({
    statusLine: "Forbidden",
    code: 403,
    message: "This form was not sent from a page of the portal, so nothing was done.",
    correlationId,
    advice: `Open the portal at ${env.APP_URL} and try again there.`,
  });
}
