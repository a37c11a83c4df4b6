import type { LoaderFunctionArgs } from "@remix-run/node";
import { productListOf } from "#app/composition/productLists.ts";
import { attempt } from "#app/core/api/api.server.ts";
import { requireRules } from "#app/domains/rules/api.server.ts";
import { ruleMatchSearch, ruleValueSearch } from "#app/domains/rules/paths.ts";
import { matchesOf, storeValues } from "#app/domains/rules/prices/live.server.ts";
import { readAskedGroups, unknownMatches } from "#app/domains/rules/prices/matches.ts";

/**
 * For the open editor: the number of products that match the conditions being typed (rules#matches), or values of an
 * attribute in the store's products (rules#suggested).
 */
export async function loader(args: LoaderFunctionArgs) {
  const of = await requireRules(args);
  const { url } = args.request;
  if (!new URL(url).pathname.toLowerCase().endsWith("/matches")) {
    const { attribute } = ruleValueSearch.read(url);
    return Response.json({ values: await storeValues(of, attribute === "" ? [] : [attribute]) });
  }
  const groups = readAskedGroups(ruleMatchSearch.read(url).groups);
  if (!groups) throw new Response("These are no conditions of a rule.", { status: 400 });
  const counted = await attempt(matchesOf(of, groups, productListOf(of.store)));
  return counted.ok ? Response.json(counted.value) : Response.json(unknownMatches, { status: 502 });
}
