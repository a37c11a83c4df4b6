import type { ReactNode } from "react";
import type { ExoList } from "#app/domains/exos/list.ts";
import { type ExoFilter, type ExoScope, exoPath, exosPath } from "#app/domains/exos/paths.ts";
import { EmptyState } from "#app/ui/EmptyState.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { MultiSelect } from "#app/ui/MultiSelect.tsx";
import { Page } from "#app/ui/Page.tsx";
import { PageSelector } from "#app/ui/PageSelector.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { Spinner } from "#app/ui/Spinner.tsx";
import { Table } from "#app/ui/Table.tsx";
import { exoTableColumns } from "./ExoCells.tsx";

type Choice = { value: string; label: string };

type Props = {
  scope: ExoScope;
  filter: ExoFilter;
  statusChoices: Choice[];
  storeChoices: Choice[];
  list: ExoList | undefined;
  error: ShownError | undefined;
  currentId: string | undefined;
  /** A detail is on its way. */
  opening: boolean;
  /** What says whether the list is up to date. */
  live: ReactNode;
  /** The detail panel or a dialog over the list. */
  children: ReactNode;
};

const isFiltered = ({ page: _, ...filter }: ExoFilter): boolean =>
  Object.values(filter).some((value) => value.length > 0);

/** Returns and Exchanges (1 §2; 2 §2.4): filters, numbered pages, table; panel or dialog as children. */
export function ExosScreen(props: Props) {
  const { scope, filter, list, error, opening, live, children } = props;
  const here = exosPath(scope, filter);
  const pages = (label: string, shown: ExoList) => (
    <PageSelector
      label={label}
      current={filter.page}
      total={shown.pages}
      hrefFor={(page) => exosPath(scope, { ...filter, page })}
    />
  );
  return (
    <Page title="Returns and Exchanges">
      <Filters {...props} />
      {error && <ErrorBar error={error} retryHref={here} dismissible />}
      <div className="toolbar">
        {list ? pages("Pages", list) : <span />}
        <span className="flex flex-wrap items-center gap-2">
          {live}
          <LinkButton href={here} icon="refresh" data-scroll="keep" data-replace="">
            Refresh
          </LinkButton>
        </span>
      </div>
      {list && (
        <>
          <Table
            caption="Returns and Exchanges"
            columns={exoTableColumns({ scope, filter })}
            rows={list.rows}
            rowKey={(row) => ("exo" in row ? row.exo.id : row.unreadable.key)}
            rowHref={(row) => ("exo" in row ? exoPath(scope, filter, { id: row.exo.id }) : undefined)}
            unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
            {...(props.currentId === undefined ? {} : { currentKey: props.currentId })}
            empty={<NoExos scope={scope} filter={filter} pages={list.pages} />}
          />
          <div className="toolbar">
            <span className="list-foot">
              {list.rows.length === 1 ? "1 record on this page" : `${list.rows.length} records on this page`}
            </span>
            {list.rows.length > 0 && pages("Pages, below the list", list)}
          </div>
        </>
      )}
      {opening && <Opening />}
      {children}
    </Page>
  );
}

function Filters({ scope, filter, statusChoices, storeChoices }: Props) {
  const reset = isFiltered(filter) ? { resetHref: exosPath(scope) } : {};
  return (
    <FilterBar action={exosPath(scope)} {...reset}>
      {scope !== undefined && <SearchField name="q" label="Search" value={filter.term} />}
      <MultiSelect
        name="status"
        label="Status"
        options={statusChoices}
        selected={filter.statuses}
        selectAll
      />
      {scope === undefined && (
        <>
          <MultiSelect name="store" label="Store" options={storeChoices} selected={filter.stores} selectAll />
          <SearchField name="order" label="Order ID" value={filter.orderId} />
          <SearchField name="ra" label="RA#" value={filter.raNumber} />
          <SearchField name="email" label="Email Address" value={filter.email} inputMode="email" />
        </>
      )}
    </FilterBar>
  );
}

function NoExos({ scope, filter, pages }: { scope: ExoScope; filter: ExoFilter; pages: number }) {
  if (filter.page > 1) {
    return (
      <EmptyState title="No more rows">
        <LinkButton href={exosPath(scope, { ...filter, page: Math.min(filter.page - 1, pages) })}>
          Previous
        </LinkButton>
      </EmptyState>
    );
  }
  if (isFiltered(filter)) {
    return (
      <EmptyState title="No returns or exchanges match">
        <LinkButton href={exosPath(scope)}>Clear filters</LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={
        scope === undefined ? "There are no returns or exchanges" : "This store has no returns or exchanges"
      }
    />
  );
}

/** The panel while its EXO is read (2 §2.4). It takes no focus: the real one does, once it is there. */
function Opening() {
  return (
    <dialog open className="route-dialog wide-panel" aria-label="Exchange Detail">
      <div className="dialog-body">
        <div className="dialog-head">
          <h2>Exchange Detail</h2>
        </div>
        <div className="dialog-content flex flex-col items-center justify-center text-center">
          <Spinner label="" />
          <p role="status">
            Loading Utopia Exchange Document
            <br />
            Just a moment!
          </p>
        </div>
      </div>
    </dialog>
  );
}
