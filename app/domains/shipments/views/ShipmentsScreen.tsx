import { useCallback } from "react";
import type { ShipmentColumnKey } from "#app/domains/shipments/columns.ts";
import type { ListRow, ShipmentLine, ShipmentList } from "#app/domains/shipments/list.ts";
import { shipmentsPath } from "#app/domains/shipments/paths.ts";
import { type ShipmentFilter, shipmentSearch } from "#app/domains/shipments/search.ts";
import type { SheetChoices } from "#app/sheets/sheetRange.ts";
import { DownloadToExcel } from "#app/sheets/views/DownloadToExcel.tsx";
import { DateTime } from "#app/ui/DateTime.tsx";
import { EmptyList } from "#app/ui/EmptyList.tsx";
import { EmptyState } from "#app/ui/EmptyState.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { HashSearch } from "#app/ui/HashSearch.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Marked } from "#app/ui/Marked.tsx";
import { Notice } from "#app/ui/Notice.tsx";
import { Page } from "#app/ui/Page.tsx";
import { Pager } from "#app/ui/Pager.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { type Column, Table } from "#app/ui/Table.tsx";

type Props = {
  alias: string;
  filter: ShipmentFilter;
  columns: { key: ShipmentColumnKey; header: string }[];
  list: ShipmentList | undefined;
  error: ShownError | undefined;
  /** Which rows 'Download To Excel' holds, and every way to take them; none while there are no shipments. */
  download: SheetChoices | undefined;
  loading: boolean;
};

type Cell = Pick<Column<ListRow>, "narrow" | "align" | "tight"> & {
  show: (shipment: ShipmentLine) => React.ReactNode;
};

const cells: Record<ShipmentColumnKey, Cell> = {
  docket: { tight: true, show: ({ docket }) => docket || "–" },
  order: {
    narrow: "title",
    show: ({ orderNumber, orderHref }) => (orderHref ? <a href={orderHref}>{orderNumber}</a> : orderNumber),
  },
  saleDate: { show: ({ saleDate }) => <DateTime at={saleDate} /> },
  styleName: { show: ({ styleName }) => styleName || "–" },
  colourName: { show: ({ colourName }) => colourName || "–" },
  sku: { tight: true, show: ({ sku }) => sku || "–" },
  size: { tight: true, show: ({ size }) => size || "–" },
  amount: { align: "end", tight: true, show: ({ amount }) => <Marked value={amount} /> },
  qty: { align: "end", tight: true, show: ({ qty }) => <Marked value={qty} /> },
};

const tableColumns = (columns: Props["columns"]): Column<ListRow>[] =>
  columns.map(({ key, header }) => {
    const { show, ...look } = cells[key];
    return { key, header, ...look, cell: (row) => ("shipment" in row ? show(row.shipment) : null) };
  });

/** Shipments of a store (2 §2.13): search, refresh, pager, table. */
export function ShipmentsScreen({ alias, filter, columns, list, error, download, loading }: Props) {
  const here = shipmentsPath(alias, filter);
  const searchHref = useCallback((query: string) => shipmentsPath(alias, { query }), [alias]);
  const pager = (label: string) => (
    <Pager
      label={label}
      page={filter.page}
      hasNext={list?.hasNext ?? false}
      hrefFor={(page) => shipmentsPath(alias, { ...filter, page })}
      refreshHref={here}
      loading={loading}
    />
  );
  return (
    <Page
      title="Shipments"
      actions={
        download && <DownloadToExcel noun="shipments" rows={download.rows} choices={download.choices} />
      }
    >
      <HashSearch hrefFor={searchHref} />
      <FilterBar
        action={shipmentsPath(alias)}
        {...(filter.query === "" ? {} : { resetHref: shipmentsPath(alias) })}
      >
        <SearchField
          name={shipmentSearch.names.query}
          label="Search by customer order #"
          value={filter.query}
        />
        <LinkButton href={here} icon="refresh" data-replace="" data-scroll="keep">
          Refresh
        </LinkButton>
      </FilterBar>
      {error && <ErrorBar error={error} retryHref={here} />}
      {pager("Pages")}
      {list?.dropped && <Notice tone="background">{list.dropped}</Notice>}
      {list && (
        <Table
          caption="Shipments"
          columns={tableColumns(columns)}
          rows={list.rows}
          rowKey={(row) => row.key}
          unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
          empty={<NoShipments alias={alias} filter={filter} list={list} />}
        />
      )}
      {list && list.rows.length > 10 && pager("Pages, below the list")}
    </Page>
  );
}

function NoShipments({ alias, filter, list }: { alias: string; filter: ShipmentFilter; list: ShipmentList }) {
  if (list.dropped) return <EmptyState title="No shipments with an order number on this page" />;
  return (
    <EmptyList
      page={filter.page}
      previousHref={shipmentsPath(alias, { ...filter, page: filter.page - 1 })}
      isFiltered={filter.query !== ""}
      clearHref={shipmentsPath(alias)}
      titles={{ match: "No shipments match", all: "This store has no shipments" }}
    />
  );
}
