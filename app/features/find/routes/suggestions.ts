import type { LoaderFunctionArgs } from "@remix-run/node";
import { find } from "#app/composition/finders.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { tooManyFinds, waitToFind } from "#app/features/find/finder.server.ts";
import { suggestionsOf } from "#app/features/find/hits.ts";
import { findSearch } from "#app/features/find/paths.ts";

/** What could be meant, while it is typed (find#suggestions). */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "find");
  const { query } = findSearch.read(request.url);
  const seconds = query === "" ? 0 : await waitToFind(user);
  if (seconds > 0) {
    return Response.json(
      { suggestions: [], refusal: tooManyFinds(seconds) },
      { status: 429, headers: { "Retry-After": String(seconds) } },
    );
  }
  const { groups } = await find(user, query, { quick: true });
  return Response.json({ suggestions: suggestionsOf(groups), refusal: "" });
}
