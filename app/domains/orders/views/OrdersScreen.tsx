import { type ReactNode, useCallback } from "react";
import type { OrderColumnKey } from "#app/domains/orders/columns.ts";
import type { ListRow } from "#app/domains/orders/list.ts";
import { type OrderScope, orderPath, ordersPath } from "#app/domains/orders/paths.ts";
import { type OrderFilter, orderSearch } from "#app/domains/orders/search.ts";
import { orderStatusChoices } from "#app/domains/orders/statuses.ts";
import type { SheetChoices } from "#app/sheets/sheetRange.ts";
import { DownloadToExcel } from "#app/sheets/views/DownloadToExcel.tsx";
import { EmptyList } from "#app/ui/EmptyList.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { HashSearch } from "#app/ui/HashSearch.tsx";
import { MultiSelect } from "#app/ui/MultiSelect.tsx";
import { Page } from "#app/ui/Page.tsx";
import { Pager } from "#app/ui/Pager.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { Table } from "#app/ui/Table.tsx";
import { orderTableColumns } from "./OrderCells.tsx";

type Props = {
  scope: OrderScope;
  filter: OrderFilter;
  columns: { key: OrderColumnKey; header: string }[];
  list: { rows: ListRow[]; hasNext: boolean } | undefined;
  error: ShownError | undefined;
  /** Which rows 'Download To Excel' holds, and every way to take them; none while there are no orders. */
  download: SheetChoices | undefined;
  currentId: string | undefined;
  loading: boolean;
  /** The detail panel or a dialog over the list. */
  children: ReactNode;
};

/** The fifteen statuses, and those of the URL that the specification does not know, by their code. */
const statusOptions = (selected: readonly string[]) => [
  ...orderStatusChoices,
  ...selected
    .filter((code) => !orderStatusChoices.some(({ value }) => value === code))
    .map((code) => ({ value: code, label: code })),
];

/** Orders (2 §2.3): search and Status filter, pager at top and bottom, table; panel or dialog as children. */
export function OrdersScreen(props: Props) {
  const { scope, filter, list, error, download, loading, children } = props;
  const here = ordersPath(scope, filter);
  const isFiltered = orderSearch.isFiltered(filter);
  const searchHref = useCallback((query: string) => ordersPath(scope, { query }), [scope]);
  const pager = (label: string) => (
    <Pager
      label={label}
      page={filter.page}
      hasNext={list?.hasNext ?? false}
      hrefFor={(page) => ordersPath(scope, { ...filter, page })}
      refreshHref={here}
      loading={loading}
    />
  );
  return (
    <Page
      title="Orders"
      actions={download && <DownloadToExcel noun="orders" rows={download.rows} choices={download.choices} />}
    >
      <HashSearch hrefFor={searchHref} />
      <FilterBar action={ordersPath(scope)} {...(isFiltered ? { resetHref: ordersPath(scope) } : {})}>
        <SearchField name={orderSearch.names.query} label="Search" value={filter.query} />
        <MultiSelect
          name={orderSearch.names.statuses}
          label="Status"
          options={statusOptions(filter.statuses)}
          selected={filter.statuses}
          selectAll
        />
      </FilterBar>
      {error && <ErrorBar error={error} retryHref={here} />}
      {pager("Pages")}
      {list && <OrderTable {...props} rows={list.rows} isFiltered={isFiltered} />}
      {list && list.rows.length > 0 && pager("Pages, below the list")}
      {children}
    </Page>
  );
}

function OrderTable({
  scope,
  filter,
  columns,
  rows,
  currentId,
  isFiltered,
}: Props & { rows: ListRow[]; isFiltered: boolean }) {
  return (
    <Table
      caption="Orders"
      columns={orderTableColumns(columns, { scope, filter })}
      rows={rows}
      rowKey={(row) => ("order" in row ? row.order.id : row.unreadable.key)}
      rowHref={(row) => ("order" in row ? orderPath(scope, filter, { id: row.order.id }) : undefined)}
      unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
      {...(currentId === undefined ? {} : { currentKey: currentId })}
      empty={
        <EmptyList
          page={filter.page}
          previousHref={ordersPath(scope, { ...filter, page: filter.page - 1 })}
          isFiltered={isFiltered}
          clearHref={ordersPath(scope)}
          titles={{
            match: "No orders match",
            all: scope === undefined ? "There are no orders" : "This store has no orders",
          }}
        />
      }
    />
  );
}
