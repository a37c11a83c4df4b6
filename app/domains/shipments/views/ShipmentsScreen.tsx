import { useCallback } from "react";
import type { ShipmentCells } from "#app/domains/shipments/columns.ts";
import type { ShipmentLine, ShipmentList } from "#app/domains/shipments/list.ts";
import { type ShipmentFilter, shipmentSearch, shipmentsPath } from "#app/domains/shipments/paths.ts";
import { type CellsOf, toTableColumns } from "#app/lists/cells.tsx";
import type { ColumnView } from "#app/lists/columns.ts";
import { ListScreen } from "#app/lists/ListScreen.tsx";
import { OpenSteps } from "#app/lists/Steps.tsx";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import type { SheetChoices } from "#app/sheets/sheetChoices.ts";
import { DownloadToExcel } from "#app/sheets/views/DownloadToExcel.tsx";
import type { ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { SearchField } from "#app/ui/fields/fields.tsx";
import { HashSearch } from "#app/ui/lists/HashSearch.tsx";

type Props = {
  alias: string;
  filter: ShipmentFilter;
  columns: ColumnView<keyof ShipmentCells>[];
  list: ShipmentList | undefined;
  error: ErrorText | undefined;
  download: SheetChoices | undefined;
  place: ListPlace;
};

const cells: CellsOf<ShipmentCells, ShipmentLine> = {
  order: ({ number, href }) => (href ? <a href={href}>{number}</a> : number),
};

/** Shipments of a store (shipments#list): search, refresh, pager, table. */
export function ShipmentsScreen({ alias, filter, columns, list, error, download, place }: Props) {
  const searchHref = useCallback((query: string) => shipmentsPath(alias, { query }), [alias]);
  return (
    <ListScreen
      title="Shipments"
      actions={download && <DownloadToExcel noun="shipments" download={download} />}
      place={place}
      list={list}
      error={error}
      here={shipmentsPath(alias, filter)}
      filter={{
        isOn: shipmentSearch.isFiltered(filter),
        clearHref: shipmentsPath(alias),
        fields: (
          <SearchField
            name={shipmentSearch.names.query}
            label="Search by customer order #"
            value={filter.query}
          />
        ),
      }}
      pages={{
        Steps: OpenSteps,
        current: filter.page,
        hrefFor: (page) => shipmentsPath(alias, { ...filter, page }),
      }}
      notice={
        <>
          {list?.dropped && <Notice tone="background">{list.dropped}</Notice>}
          {list?.totals && <p className="tabular-nums">{list.totals}</p>}
        </>
      }
      unsorted
      columns={toTableColumns<ShipmentCells, ShipmentLine>(columns, cells)}
      rowKey={({ key }) => key}
      empty={{
        match: "No shipments match",
        all: "This store has no shipments",
        page: list?.dropped && "No shipments with an order number on this page",
      }}
    >
      <HashSearch hrefFor={searchHref} />
    </ListScreen>
  );
}
