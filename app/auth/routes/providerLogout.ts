import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { type Announced, endAnnounced } from "#app/auth/endSessions.server.ts";
import { verifyFrontChannel, verifyLogoutToken } from "#app/auth/identityProvider.server.ts";
import { formOf } from "#app/http/forms/read.ts";
import { correlationIdOf } from "#app/http/requestNotes.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { log } from "#app/log.server.ts";
import { entriesOf, firstOf } from "#app/search/search.ts";

function answer(status: number, body: object): Response {
  const headers = new Headers({ "Cache-Control": "no-store" });
  setSecurityHeaders(headers);
  return Response.json(body, { status, headers });
}

async function endWhat(request: Request, verified: () => Promise<Announced>) {
  let announced: Announced;
  try {
    announced = await verified();
  } catch (problem) {
    const correlationId = correlationIdOf(request);
    const why = problem instanceof Error ? problem.message : String(problem);
    log.warn({ correlationId, problem: why }, "refused a log-out announcement");
    return answer(400, { error: "invalid_request" });
  }
  await endAnnounced(announced);
  return answer(200, {});
}

/** Front channel: the provider opens this URL in an iframe, without our cookie, which isn't needed. */
export function loader({ request }: LoaderFunctionArgs) {
  const query = entriesOf(request.url);
  return endWhat(request, async () => ({
    ...(await verifyFrontChannel(firstOf(query, "iss"), firstOf(query, "sid"))),
    isSigned: false,
  }));
}

const posted = z.object({ logout_token: z.string() });

/**
 * Back channel: the provider itself posts a signed logout token; no page of ours sends it, so Origin is not checked.
 */
export function action({ request }: ActionFunctionArgs) {
  return endWhat(request, async () => {
    const { logout_token } = posted.parse(Object.fromEntries(await formOf(request)));
    return { ...(await verifyLogoutToken(logout_token)), isSigned: true };
  });
}
