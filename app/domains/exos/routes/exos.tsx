import { Outlet, useLoaderData } from "@remix-run/react";
import { exoPages } from "#app/composition/recordPages.server.ts";
import { toTableColumns } from "#app/core/lists/cells.tsx";
import { FollowRows } from "#app/core/lists/Live.tsx";
import { type ListPage, missingWords, reachCount } from "#app/core/lists/listed.ts";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { returnPanel } from "#app/core/specification/returns.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { storeTitle } from "#app/core/ui/shell/Page.tsx";
import type { ExoCells, ExoRow } from "#app/domains/exos/columns.ts";
import { stepOf, unnamedStep } from "#app/domains/exos/model.ts";
import { type ExoFilter, exoPath, exoSearch, exosPath, isSameExoList } from "#app/domains/exos/paths.ts";
import { exoCells } from "#app/domains/exos/views/ExoCells.tsx";
import { ExoFilters, exoSorting } from "#app/domains/exos/views/ExoFilters.tsx";
import { ListScreen } from "#app/screens/ListScreen.tsx";

export const meta = storeTitle("Returns and Exchanges");

export const loader = exoPages.list;

export const shouldRevalidate = listRevalidation(isSameExoList);

/** The scope and filter of the list, which the links of a row carry on. */
type Place = { alias: StoreAlias; filter: ExoFilter };

/** Returns and Exchanges (returns#list). */
export default function Exos() {
  const screen = useLoaderData<typeof loader>();
  const { alias, filter, hasOrders, columns, list, creditsHref } = screen;
  return (
    <ListScreen
      {...screen}
      title="Returns and Exchanges"
      links={creditsHref === undefined ? [] : [{ label: "Credits owed", href: creditsHref }]}
      noun="returns and exchanges"
      count={list?.reach && reachCount(list.reach)}
      param="exoId"
      opening={{ title: returnPanel.title, words: returnPanel.loading }}
      search={exoSearch}
      isNumbered
      path={(to) => exosPath(alias, to)}
      live={FollowRows}
      fields={<ExoFilters {...screen} />}
      keep={["step"]}
      notice={<StepNotice alias={alias} filter={filter} list={list} />}
      unsorted={!hasOrders}
      sorting={hasOrders ? exoSorting : undefined}
      columns={toTableColumns<ExoCells, ExoRow>(
        columns,
        exoCells({ alias, filter }),
        alias === undefined ? undefined : widthsInStore,
      )}
      rowHref={({ id }) => exoPath(alias, filter, { id })}
      bulk={{
        kind: "returns",
        alias,
        actionsOf: ({ cells }) => cells.actions ?? [],
        nameOf: ({ name }) => name,
      }}
      empty={{
        match: "No returns or exchanges match",
        all: `${alias === undefined ? "There are" : "This store has"} no returns or exchanges`,
      }}
    >
      <Outlet />
    </ListScreen>
  );
}

/** In the list of one store all rows have the same source, so the other columns get its room. */
const widthsInStore = { source: "w-[5.7rem]", actions: "w-[9.5rem]" };

/** Says which step the list is of, and how far it was read for it (returns#step-filter). */
function StepNotice({ alias, filter, list }: Place & { list: ListPage<ExoRow> | undefined }) {
  if (filter.step === "") return null;
  const { step } = filter;
  return (
    <p className="text-ink-soft">
      At the step <strong>{step === unnamedStep ? "without a name" : stepOf(step).name}</strong>.{" "}
      {list?.reach && missingWords(list.reach)}{" "}
      <a href={exosPath(alias, { ...filter, step: "", page: 1 })}>Show all steps</a>
    </p>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
