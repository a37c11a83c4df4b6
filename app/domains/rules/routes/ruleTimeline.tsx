import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { attempt } from "#app/core/api/api.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import { RouteDialog, UnavailablePanel } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { titleOver } from "#app/core/ui/shell/titles.ts";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { listRules, requireRules } from "#app/domains/rules/api.server.ts";
import { rulesPath, ruleTimelinePath } from "#app/domains/rules/paths.ts";
import { type Period, toTimeline } from "#app/domains/rules/prices/preview.ts";
import { tiedWords } from "../model.ts";

export const meta: MetaFunction<typeof loader> = ({ matches }) => titleOver(matches, ["Rule timeline"]);

export async function loader(args: LoaderFunctionArgs) {
  const { user, store, filter } = await requireRules(args);
  const { storeAlias: alias, storeName } = store;
  const closeTo = rulesPath(alias, filter);
  const rows = await attempt(listRules(user, store));
  if (!rows.ok) {
    const panel = {
      title: "Rule timeline",
      closeTo,
      retryHref: ruleTimelinePath(alias, filter),
      error: rows.error,
    };
    return data({ ...panel, isShown: false as const }, { status: 502 });
  }
  const rules = readable(rows.value);
  return {
    isShown: true as const,
    timeline: toTimeline(rules, Date.now(), { alias, filter }),
    storeName,
    closeTo,
  };
}

const turned = (word: string, names: readonly string[]) =>
  names.length > 0 && (
    <p>
      {word}: {names.join(", ")}
    </p>
  );

const columns: Column<Period>[] = [
  {
    key: "from",
    header: "From",
    narrow: "title",
    cell: ({ from }) => (from === "" ? "Now" : <DateTime at={from} />),
  },
  { key: "to", header: "To", cell: ({ to }) => (to === "" ? "No end" : <DateTime at={to} />) },
  {
    key: "turns",
    header: "What turns",
    roomy: true,
    cell: ({ begins, ends }) => (
      <>
        {turned("Begins", begins)}
        {turned("Ends", ends)}
        {begins.length + ends.length === 0 && "–"}
      </>
    ),
  },
  {
    key: "rules",
    header: "Rules that hold, the first one first",
    roomy: true,
    cell: ({ rules }) =>
      rules.length === 0 ? (
        "None"
      ) : (
        <ol className="space-y-1">
          {rules.map(({ id, name, href, priority, isTied, inWords }) => (
            <li key={id}>
              <a href={href}>{name}</a>{" "}
              <span className="text-ink-faint">
                (priority {priority}
                {isTied && `, ${tiedWords}`})
              </span>
              <span className="font-normal text-ink-soft wrap-anywhere block whitespace-normal">
                {inWords}
              </span>
            </li>
          ))}
        </ol>
      ),
  },
];

/** The enabled rules in force in each period from now on (rules#timeline). */
export default function RuleTimeline() {
  const panel = useLoaderData<typeof loader>();
  if (!panel.isShown) return <UnavailablePanel {...panel} />;
  const { timeline, storeName, closeTo } = panel;
  return (
    <RouteDialog title="Rule timeline" closeTo={closeTo} kind="wide-panel">
      <p className="text-ink-faint">
        The enabled rules of {storeName} from now on, in the order in which they work. Each row is a time in
        which nothing begins or ends.
      </p>
      <Table
        caption="Rule timeline"
        columns={columns}
        rows={timeline.periods}
        rowKey={({ key }) => key}
        empty={null}
      />
      {timeline.isCut && <p className="text-ink-faint">What lies beyond these times is not shown.</p>}
    </RouteDialog>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
