import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listRuleAttributes, listRules } from "#app/domains/rules/api.server.ts";
import { rulePricePath, rulePriceSearch, ruleSearch, rulesPath } from "#app/domains/rules/paths.ts";
import { typesOf } from "#app/domains/rules/prices/conditions.ts";
import { findRuleProducts, toEffectivePrice, toFoundProducts } from "#app/domains/rules/prices/effective.ts";
import { listRuleProducts } from "#app/domains/rules/prices/products.server.ts";
import { RulePricePanel } from "#app/domains/rules/views/RulePricePanel.tsx";
import { attempt } from "#app/http/api.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  titleOver(matches, ["Price through all rules"]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  const { storeAlias: alias } = store;
  const filter = ruleSearch.read(request.url);
  const { product: query } = rulePriceSearch.read(request.url);
  const panel = { here: rulePricePath(alias, filter), filter, query, closeTo: rulesPath(alias, filter) };
  const nothing = { ...panel, price: undefined, found: [], error: undefined };
  if (query === "") return nothing;
  const read = await attempt(
    Promise.all([listRuleProducts(user, store), listRules(user, store), listRuleAttributes(user, store)]),
  );
  if (!read.ok) return data({ ...nothing, error: read.error }, { status: 502 });
  const [{ products }, rows, attributes] = read.value;
  const found = findRuleProducts(products, query);
  const [only] = found;
  if (!only || found.length > 1) return { ...nothing, found: toFoundProducts(found, { alias, filter }) };
  const rules = rows.flatMap((row) => (row.readable ? [row.row] : []));
  const types = typesOf(attributes);
  return { ...nothing, price: toEffectivePrice(only, rules, Date.now(), { alias, filter, types }) };
}

export default function RulePrice() {
  return <RulePricePanel {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
