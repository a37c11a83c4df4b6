import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { noteOutcome, readFollowed } from "#app/confirm/follow.server.ts";
import { openBulk } from "#app/domains/recordKinds.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import type { Flash } from "#app/http/FlashMessage.tsx";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

const followMs = 2 * 60_000;

/** What became of a person's own action, as a message; no content while that is not known (actions#outcome). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "bulk");
  const token = params.token ?? "";
  const sent = await readFollowed(user, token);
  if (!sent || (!sent.outcome && Date.now() - sent.at > followMs)) throw notFound(request);
  const { kind, alias, id, action, before, object, name, href } = sent;
  let { outcome } = sent;
  if (!outcome) {
    const { place } = await openBulk(request, { kind, alias, list: "" });
    outcome = await place.row(id, action, "").follow(before);
    if (outcome) await noteOutcome(user, token, outcome);
  }
  const headers = new Headers({ "Cache-Control": "no-store" });
  setSecurityHeaders(headers);
  if (!outcome) return new Response(null, { status: 204, headers });
  const { is, words, reason } = outcome;
  const end = [words, words.includes(reason) ? "" : reason].filter(Boolean).join(": ");
  const said: Flash = {
    message: [`${object} `, { text: name, href }, `: ${end}`],
    tone: is === "failed" ? "attention" : "ok",
  };
  return Response.json(said, { headers });
}
