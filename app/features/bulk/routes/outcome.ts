import type { LoaderFunctionArgs } from "@remix-run/node";
import { openBulk } from "#app/composition/recordKinds.server.ts";
import { isNavigation } from "#app/core/api/file.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { notKnownYet } from "#app/core/commands/confirm.server.ts";
import { followedOf, noteOutcome, submissionOf } from "#app/core/commands/follow.server.ts";
import { outcomeWords } from "#app/core/commands/model.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import type { Flash } from "#app/core/http/FlashMessage.tsx";
import { redirectWithFlash, type Said } from "#app/core/http/flash.server.ts";
import { outcomePath } from "#app/core/records/listPaths.ts";

const followMs = 2 * 60_000;

/**
 * What became of a person's own action, as a message; no content while that is not known (actions#outcome). A page
 * without scripting is led back to where it was, with the same message.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "bulk");
  const token = params.token ?? "";
  const submission = submissionOf(token);
  const sent = (await followedOf(user, [submission])).get(submission);
  const isPage = isNavigation(request);
  const isOver = sent !== undefined && !sent.outcome && Date.now() - sent.at > followMs;
  if (!sent || (isOver && !isPage)) throw notFound(request);
  const { kind, alias, id, action, before, object, name, href, closeTo, panel } = sent;
  let { outcome } = sent;
  if (!outcome) {
    const { place } = await openBulk(request, { kind, alias, list: "" });
    outcome = await place.row(id, action, "").follow(before);
    await noteOutcome(user, submission, outcome);
  }
  const message = (end: string): Said => [`${object} `, { text: name, href }, end];
  if (!outcome && isPage) {
    const follow = outcomePath(token);
    return redirectWithFlash(request, closeTo, message(notKnownYet), "background", panel, follow);
  }
  if (!outcome) return new Response(null, { status: 204 });
  const { is, reason } = outcome;
  const words = outcomeWords(outcome);
  const end = [words, words.includes(reason) ? "" : reason].filter(Boolean).join(": ");
  const endMessage = message(`: ${end}`);
  // Green is what needs nobody.
  const tone = is === "wentOn" ? "ok" : "attention";
  if (isPage) return redirectWithFlash(request, closeTo, endMessage, tone, panel);
  return Response.json({ message: endMessage, tone } satisfies Flash);
}
