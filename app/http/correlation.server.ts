import { randomUUID } from "node:crypto";

/** The header that carries the correlation id upstream, and that a proxy in front may set. */
export const correlationHeader = "X-Correlation-Id";

/** The id under which this request stands in every log: the proxy's where it sent a sane one, else a new one. */
export function correlationIdOf(request: Request): string {
  const given = request.headers.get(correlationHeader);
  return given && /^[\w.:-]{8,64}$/.test(given) ? given : randomUUID();
}
