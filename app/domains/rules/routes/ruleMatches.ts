import type { LoaderFunctionArgs } from "@remix-run/node";
import { productListOf } from "#app/domains/productLists.ts";
import { ruleMatchSearch } from "#app/domains/rules/paths.ts";
import { matchesOf } from "#app/domains/rules/prices/live.server.ts";
import { readAskedGroups } from "#app/domains/rules/prices/matches.ts";
import { attempt } from "#app/http/api.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

/** The number of products that match the conditions being typed in the editor (rules#matches). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  const groups = readAskedGroups(ruleMatchSearch.read(request.url).groups);
  if (!groups) throw new Response("These are no conditions of a rule.", { status: 400 });
  const counted = await attempt(matchesOf({ user, store }, groups, productListOf(store)));
  return counted.ok
    ? Response.json(counted.value)
    : Response.json(
        { words: "", href: "", note: "How many products match is not known now." },
        { status: 502 },
      );
}
