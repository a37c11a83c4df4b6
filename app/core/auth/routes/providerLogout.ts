import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { type Announced, endAnnounced } from "#app/core/auth/endSessions.server.ts";
import { verifyFrontChannel, verifyLogoutToken } from "#app/core/auth/identityProvider.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { correlationIdOf } from "#app/core/http/requestNotes.server.ts";
import { log, wordsOf } from "#app/core/log.server.ts";
import { entriesOf, firstOf } from "#app/core/search/search.ts";

async function endWhat(request: Request, verified: () => Promise<Announced>) {
  let announced: Announced;
  try {
    announced = await verified();
  } catch (problem) {
    const facts = { correlationId: correlationIdOf(request), problem: wordsOf(problem) };
    log.warn(facts, "refused a log-out announcement");
    return Response.json({ error: "invalid_request" }, { status: 400 });
  }
  await endAnnounced(announced);
  return Response.json({});
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

/** Back channel: the provider posts a signed logout token from no page, so Origin is not checked. */
export function action({ request }: ActionFunctionArgs) {
  return endWhat(request, async () => {
    const { logout_token } = posted.parse(Object.fromEntries(await formOf(request)));
    return { ...(await verifyLogoutToken(logout_token)), isSigned: true };
  });
}
