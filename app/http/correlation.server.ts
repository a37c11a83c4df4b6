import { randomUUID } from "node:crypto";

/** The header of the correlation id, sent upstream and possibly set by a proxy in front. */
export const correlationHeader = "X-Correlation-Id";

/** The request's id in every log: the proxy's if valid, else a new one. */
export function correlationIdOf(request: Request): string {
  const given = request.headers.get(correlationHeader);
  return given && /^[\w.:-]{8,64}$/.test(given) ? given : randomUUID();
}
