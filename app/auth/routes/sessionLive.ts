import type { LoaderFunctionArgs } from "@remix-run/node";
import { lifeLeft, sessionIdOf } from "#app/auth/session.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

/** How long the session lasts if nobody uses it, in milliseconds; 401 where there is none. Asking prolongs nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const sessionId = await sessionIdOf(request);
  const leftMs = sessionId ? await lifeLeft(sessionId) : 0;
  const headers = new Headers({ "Cache-Control": "no-store" });
  setSecurityHeaders(headers);
  return Response.json({ leftMs }, { status: leftMs > 0 ? 200 : 401, headers });
}
