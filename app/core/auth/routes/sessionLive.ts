import type { LoaderFunctionArgs } from "@remix-run/node";
import { lifeLeft } from "#app/core/auth/session.server.ts";
import { sessionIdOf } from "#app/core/http/sessionCookie.server.ts";

/** Remaining lifetime of the session in milliseconds, which reading it does not extend; 401 without a session. */
export async function loader({ request }: LoaderFunctionArgs) {
  const sessionId = await sessionIdOf(request);
  const leftMs = sessionId ? await lifeLeft(sessionId) : 0;
  return Response.json({ leftMs }, { status: leftMs > 0 ? 200 : 401 });
}
