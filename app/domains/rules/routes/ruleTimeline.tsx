import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listRules } from "#app/domains/rules/api.server.ts";
import { ruleSearch, rulesPath, ruleTimelinePath } from "#app/domains/rules/paths.ts";
import { toTimeline } from "#app/domains/rules/prices/timeline.ts";
import { RuleTimelinePanel } from "#app/domains/rules/views/RuleTimelinePanel.tsx";
import { attempt } from "#app/http/api.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { UnavailablePanel } from "#app/ui/dialogs/UnavailablePanel.tsx";
import { titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ matches }) => titleOver(matches, ["Rule timeline"]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  const { storeAlias: alias, storeName } = store;
  const filter = ruleSearch.read(request.url);
  const closeTo = rulesPath(alias, filter);
  const rows = await attempt(listRules(user, store));
  if (!rows.ok) {
    const panel = {
      title: "Rule timeline",
      closeTo,
      retryHref: ruleTimelinePath(alias, filter),
      error: rows.error,
    };
    return data({ ...panel, shown: false as const }, { status: 502 });
  }
  const rules = rows.value.flatMap((row) => (row.readable ? [row.row] : []));
  return {
    shown: true as const,
    timeline: toTimeline(rules, Date.now(), { alias, filter }),
    storeName,
    closeTo,
  };
}

export default function RuleTimeline() {
  const panel = useLoaderData<typeof loader>();
  return panel.shown ? <RuleTimelinePanel {...panel} /> : <UnavailablePanel {...panel} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
