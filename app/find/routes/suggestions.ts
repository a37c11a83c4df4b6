import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { find } from "#app/domains/finders.server.ts";
import { tooManyFinds, waitToFind } from "#app/find/finder.server.ts";
import { suggestionsOf } from "#app/find/hits.ts";
import { findSearch } from "#app/find/paths.ts";

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
