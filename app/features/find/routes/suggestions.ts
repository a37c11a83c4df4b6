import type { LoaderFunctionArgs } from "@remix-run/node";
import { findWhileTyping } from "#app/composition/finders.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { tooManyFinds, waitToFind } from "#app/features/find/finder.server.ts";
import { suggestionsOf } from "#app/features/find/hits.ts";
import { suggestionsSearch } from "#app/features/find/paths.ts";

/** Of the first answer; and of the one that waits for what was late in it. */
const [quickMs, patientMs] = [2_000, 10_000];

/** What could be meant, while it is typed (find#suggestions). */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "find");
  const { query, late } = suggestionsSearch.read(request.url);
  const seconds = query === "" ? 0 : await waitToFind(user);
  if (seconds > 0) {
    return Response.json(
      { suggestions: [], refusal: tooManyFinds(seconds), isLate: false },
      { status: 429, headers: { "Retry-After": String(seconds) } },
    );
  }
  const { groups, isLate } = await findWhileTyping(user, query, late ? patientMs : quickMs);
  return Response.json({ suggestions: suggestionsOf(groups), refusal: "", isLate });
}
