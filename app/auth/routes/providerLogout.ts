import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { verifyFrontChannel, verifyLogoutToken } from "#app/auth/identityProvider.server.ts";
import { endAnnounced } from "#app/auth/sessionList.server.ts";
import { correlationIdOf } from "#app/http/correlation.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { log } from "#app/log.server.ts";
import { entriesOf, firstOf } from "#app/search/entries.ts";

function answer(status: number, body: object): Response {
  const headers = new Headers({ "Cache-Control": "no-store" });
  setSecurityHeaders(headers);
  return Response.json(body, { status, headers });
}

async function endWhat(request: Request, verified: () => Promise<Parameters<typeof endAnnounced>[0]>) {
  let announced: Parameters<typeof endAnnounced>[0];
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

/** Front channel: the provider opens this address in a frame of the browser, whose cookie is not sent and not needed. */
export function loader({ request }: LoaderFunctionArgs) {
  const query = entriesOf(request.url);
  return endWhat(request, () => verifyFrontChannel(firstOf(query, "iss"), firstOf(query, "sid")));
}

const posted = z.object({ logout_token: z.string() });

/** Back channel: the provider itself posts a signed logout token; no page of ours sends it, so no Origin is asked for. */
export function action({ request }: ActionFunctionArgs) {
  return endWhat(request, async () => {
    const { logout_token } = posted.parse(Object.fromEntries(await request.formData()));
    return verifyLogoutToken(logout_token);
  });
}
