import type { LoaderFunctionArgs } from "@remix-run/node";
import { rulesOf } from "#app/domains/rules/api.server.ts";
import { storeValues } from "#app/domains/rules/editor/suggest.server.ts";
import { ruleValueSearch } from "#app/domains/rules/paths.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

/** Values of one attribute in the store's products (rules#suggested), for the open editor. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  const { attribute } = ruleValueSearch.read(request.url);
  const names = attribute === "" ? [] : [attribute];
  return Response.json({ values: await storeValues(rulesOf(user, store, request), names) });
}
