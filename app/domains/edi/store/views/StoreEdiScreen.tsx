import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ShownState } from "#app/domains/edi/states.ts";
import type { StoreListRow, StoreReference } from "#app/domains/edi/store/lists.ts";
import { EmptyList } from "#app/ui/EmptyList.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { LongText } from "#app/ui/LongText.tsx";
import { Page } from "#app/ui/Page.tsx";
import { Pager } from "#app/ui/Pager.tsx";
import { type Column, Table } from "#app/ui/Table.tsx";
import { StateBadge } from "../../views/StateIcon.tsx";

type Row = {
  key: string;
  id?: string;
  state: ShownState;
  references: StoreReference[];
  moreReferences: number;
};

type Props<Shown> = {
  title: string;
  page: number;
  list: { rows: StoreListRow<Shown>[]; hasNext: boolean } | undefined;
  error: ShownError | undefined;
  currentId: string | undefined;
  filters: ReactNode;
  columns: Column<StoreListRow<Shown>>[];
  isFiltered: boolean;
  none: { match: string; all: string };
  /** The list without filters. */
  resetHref: string;
  rowHref: (id: string) => string;
  pageHref: (page: number) => string;
  children: ReactNode;
};

/** A store's EDI list (2 §2.9): filters, pager above and below, table; the open panel as children. */
export function StoreEdiScreen<Shown extends Row>(props: Props<Shown>) {
  const { title, page, list, error, currentId, columns, none, children } = props;
  const loading = useNavigation().state !== "idle";
  const here = props.pageHref(page);
  const pager = (label: string) => (
    <Pager
      label={label}
      page={page}
      hasNext={list?.hasNext ?? false}
      hrefFor={props.pageHref}
      refreshHref={here}
      loading={loading}
    />
  );
  return (
    <Page title={title}>
      {props.filters}
      {error && <ErrorBar error={error} retryHref={here} dismissible />}
      {pager("Pages")}
      {list && (
        <>
          <Table
            caption={title}
            columns={columns}
            rows={list.rows}
            rowKey={(row) => ("row" in row ? row.row.key : row.unreadable.key)}
            rowHref={(row) => ("row" in row && row.row.id ? props.rowHref(row.row.id) : undefined)}
            unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
            {...(currentId === undefined ? {} : { currentKey: currentId })}
            empty={
              <EmptyList
                page={page}
                previousHref={props.pageHref(page - 1)}
                isFiltered={props.isFiltered}
                clearHref={props.resetHref}
                titles={none}
              />
            }
          />
          {list.rows.length > 0 && pager("Pages, below the list")}
        </>
      )}
      {children}
    </Page>
  );
}

/** A column of rows that could be read. */
type Cell<Shown> = Omit<Column<StoreListRow<Shown>>, "cell"> & { show: (row: Shown) => ReactNode };

/** Columns of a list whose rows may not be readable. */
export const toColumns = <Shown,>(cells: readonly Cell<Shown>[]): Column<StoreListRow<Shown>>[] =>
  cells.map(({ show, ...look }) => ({ ...look, cell: (row) => ("row" in row ? show(row.row) : null) }));

export const statusCell = <Shown extends Row>(): Cell<Shown> => ({
  key: "status",
  header: "Status",
  show: ({ state }) => (
    <div>
      <StateBadge state={state} />
    </div>
  ),
});

export const referencesCell = <Shown extends Row>(): Cell<Shown> => ({
  key: "references",
  header: "References",
  roomy: true,
  show: ({ references, moreReferences }) =>
    references.length === 0 ? (
      "–"
    ) : (
      <ul className="space-y-1.5 text-sm">
        {references.map(({ key, label, href }) => (
          <li key={key}>{href ? <a href={href}>{label}</a> : <LongText value={label} limit={80} />}</li>
        ))}
        {moreReferences > 0 && <li>and {moreReferences} more</li>}
      </ul>
    ),
});
