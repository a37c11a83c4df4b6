import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ExoList } from "#app/domains/exos/list.ts";
import { type ExoScope, exoPath, exosLivePath, exosPath, isExoPath } from "#app/domains/exos/paths.ts";
import { type ExoFilter, exoSearch } from "#app/domains/exos/search.ts";
import { LiveListScreen } from "#app/live/LiveListScreen.tsx";
import { EmptyList } from "#app/ui/EmptyList.tsx";
import type { ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { MultiSelect } from "#app/ui/MultiSelect.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { exoTableColumns } from "./ExoCells.tsx";

type Choice = { value: string; label: string };

type Props = {
  scope: ExoScope;
  filter: ExoFilter;
  statusChoices: Choice[];
  storeChoices: Choice[];
  list: ExoList | undefined;
  error: ShownError | undefined;
  /** The detail panel or a dialog over the list. */
  children: ReactNode;
};

/** Returns and Exchanges (1 §2; 2 §2.4). */
export function ExosScreen({ children, ...screen }: Props) {
  const { scope, filter, list, error } = screen;
  const { exoId } = useParams();
  return (
    <LiveListScreen
      title="Returns and Exchanges"
      page={filter.page}
      list={list}
      error={error}
      currentId={exoId}
      filters={<Filters {...screen} />}
      columns={exoTableColumns({ scope, filter })}
      empty={(pages) => (
        <EmptyList
          page={filter.page}
          previousHref={exosPath(scope, { ...filter, page: Math.min(filter.page - 1, pages) })}
          isFiltered={exoSearch.isFiltered(filter)}
          clearHref={exosPath(scope)}
          titles={{
            match: "No returns or exchanges match",
            all:
              scope === undefined
                ? "There are no returns or exchanges"
                : "This store has no returns or exchanges",
          }}
        />
      )}
      idOf={({ exo }) => exo.id}
      rowHref={(id) => exoPath(scope, filter, { id })}
      pageHref={(page) => exosPath(scope, { ...filter, page })}
      here={exosPath(scope, filter)}
      liveHref={exosLivePath(scope, filter)}
      opening={{
        title: "Exchange Detail",
        words: "Loading Utopia Exchange Document",
        isPath: isExoPath,
      }}
    >
      {children}
    </LiveListScreen>
  );
}

function Filters({ scope, filter, statusChoices, storeChoices }: Omit<Props, "children">) {
  const reset = exoSearch.isFiltered(filter) ? { resetHref: exosPath(scope) } : {};
  return (
    <FilterBar action={exosPath(scope)} {...reset}>
      {scope !== undefined && <SearchField name={exoSearch.names.term} label="Search" value={filter.term} />}
      <MultiSelect
        name={exoSearch.names.statuses}
        label="Status"
        options={statusChoices}
        selected={filter.statuses}
        selectAll
      />
      {scope === undefined && (
        <>
          <MultiSelect
            name={exoSearch.names.stores}
            label="Store"
            options={storeChoices}
            selected={filter.stores}
            selectAll
          />
          <SearchField name={exoSearch.names.orderId} label="Order ID" value={filter.orderId} />
          <SearchField name={exoSearch.names.raNumber} label="RA#" value={filter.raNumber} />
          <SearchField
            name={exoSearch.names.email}
            label="Email Address"
            value={filter.email}
            inputMode="email"
          />
        </>
      )}
    </FilterBar>
  );
}
