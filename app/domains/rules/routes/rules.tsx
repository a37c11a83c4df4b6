import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { listRules } from "#app/domains/rules/api.server.ts";
import { toRuleList } from "#app/domains/rules/list.ts";
import { isSameRuleList, ruleSearch } from "#app/domains/rules/paths.ts";
import { ruleRef, ruleState } from "#app/domains/rules/record.server.ts";
import { seenOf } from "#app/domains/rules/seen.server.ts";
import { RulesScreen } from "#app/domains/rules/views/RulesScreen.tsx";
import { attempt } from "#app/http/api.server.ts";
import { tokens } from "#app/http/once.server.ts";
import { readableRows } from "#app/lists/listed.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";
import { marksOf } from "#app/notes/notes.server.ts";
import { listAnswer } from "#app/recordPages/recordPages.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Custom Rules · ${data.storeName}` : "Custom Rules" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  const { storeAlias: alias, storeName, storeType } = store;
  const filter = ruleSearch.read(request.url);
  const screen = { alias, storeName, filter, token: tokens.make(user) };
  const read = listRules(user, store).then(async (rules) => {
    const list = toRuleList(rules, filter, { storeType, now: Date.now(), seenOf });
    const noted = readableRows(list.rows).map(({ id }) => ({ ref: ruleRef(alias, id), ...ruleState }));
    return { ...list, marks: await marksOf(noted) };
  });
  return listAnswer(screen, await attempt(read));
}

export const shouldRevalidate = listRevalidation(isSameRuleList);

export default function CustomRules() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return (
    <RulesScreen {...screen} place={useListPlace("ruleId")}>
      <Outlet />
    </RulesScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
