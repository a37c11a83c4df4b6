import type { ReactNode } from "react";
import type { StoreInterchangeRow } from "#app/domains/edi/store/lists.ts";
import {
  type StoreInterchangeFilter,
  storeInterchangePath,
  storeInterchangeSearch,
  storeInterchangesPath,
} from "#app/domains/edi/store/paths.ts";
import type { ListPage } from "#app/lists/listed.ts";
import { OpenSteps } from "#app/lists/Steps.tsx";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import { RecordListScreen } from "#app/recordPages/RecordListScreen.tsx";
import type { ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { ChoiceField, SearchField } from "#app/ui/fields/fields.tsx";
import { RowLink } from "#app/ui/lists/rows.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { referencesColumn, statusColumn } from "./StoreEdiCells.tsx";

type Props = {
  alias: string;
  filter: StoreInterchangeFilter;
  list: ListPage<StoreInterchangeRow> | undefined;
  error: ErrorText | undefined;
  place: ListPlace;
  children: ReactNode;
};

const directions = [
  { value: "", label: "All Interchanges" },
  { value: "inbound", label: "Only Inbound" },
  { value: "outbound", label: "Only Outbound" },
];

/** EDI Interchanges of a store (store-edi#interchanges). */
export function StoreInterchangesScreen({ alias, filter, list, error, place, children }: Props) {
  const rowHref = ({ id }: StoreInterchangeRow) => id && storeInterchangePath(alias, filter, { id });
  return (
    <RecordListScreen
      title="EDI Interchanges"
      place={place}
      list={list}
      error={error}
      here={storeInterchangesPath(alias, filter)}
      filter={{
        isOn: storeInterchangeSearch.isFiltered(filter),
        clearHref: storeInterchangesPath(alias),
        fields: (
          <>
            <SearchField
              name={storeInterchangeSearch.names.controlNumber}
              label="Control Number"
              value={filter.controlNumber}
            />
            <SearchField
              name={storeInterchangeSearch.names.orderNumber}
              label="Order Number"
              value={filter.orderNumber}
            />
            <ChoiceField
              name={storeInterchangeSearch.names.direction}
              label="Transmission Direction"
              value={filter.direction}
              options={directions}
            />
          </>
        ),
      }}
      pages={{
        Steps: OpenSteps,
        current: filter.page,
        hrefFor: (page) => storeInterchangesPath(alias, { ...filter, page }),
      }}
      unsorted
      columns={columnsOf(rowHref)}
      rowKey={({ key }) => key}
      rowHref={rowHref}
      rowName={({ controlNumber }) => controlNumber}
      empty={{ match: "No interchanges match", all: "This store has no interchanges" }}
    >
      {children}
    </RecordListScreen>
  );
}

const columnsOf = (
  rowHref: (row: StoreInterchangeRow) => string | undefined,
): Column<StoreInterchangeRow>[] => [
  statusColumn(),
  {
    key: "number",
    header: "Control Number",
    narrow: "title",
    roomy: true,
    cell: (row) => {
      const href = rowHref(row);
      return (
        <>
          {href ? <RowLink href={href}>{row.controlNumber}</RowLink> : row.controlNumber}
          <div className="text-sm font-normal text-ink-soft">{row.kinds}</div>
        </>
      );
    },
  },
  { key: "date", header: "Date", cell: ({ at }) => <DateTime at={at} /> },
  referencesColumn(),
];
