import type { ReactNode } from "react";
import { ediOrdersPath } from "#app/domains/edi/partner/paths.ts";
import type { StoreEdiOrderRow } from "#app/domains/edi/store/lists.ts";
import {
  type StoreEdiOrderFilter,
  storeEdiOrderPath,
  storeEdiOrderSearch,
  storeEdiOrdersPath,
} from "#app/domains/edi/store/paths.ts";
import type { ListPage } from "#app/lists/listed.ts";
import { OpenSteps } from "#app/lists/Steps.tsx";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import { RecordListScreen } from "#app/recordPages/RecordListScreen.tsx";
import type { ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { SearchField } from "#app/ui/fields/fields.tsx";
import { RowLink } from "#app/ui/lists/rows.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { referencesColumn, statusColumn } from "./StoreEdiCells.tsx";

type Props = {
  alias: string;
  filter: StoreEdiOrderFilter;
  list: ListPage<StoreEdiOrderRow> | undefined;
  error: ErrorText | undefined;
  place: ListPlace;
  children: ReactNode;
};

/** EDI Orders of a store (store-edi#orders). */
export function StoreEdiOrdersScreen({ alias, filter, list, error, place, children }: Props) {
  const rowHref = ({ id }: StoreEdiOrderRow) => id && storeEdiOrderPath(alias, filter, id);
  return (
    <RecordListScreen
      title="EDI Orders"
      place={place}
      list={list}
      error={error}
      here={storeEdiOrdersPath(alias, filter)}
      filter={{
        isOn: storeEdiOrderSearch.isFiltered(filter),
        clearHref: storeEdiOrdersPath(alias),
        fields: (
          <SearchField
            name={storeEdiOrderSearch.names.orderNumber}
            label="Utopia Order Number"
            value={filter.orderNumber}
          />
        ),
        note: (
          <p className="text-sm">
            <a href={ediOrdersPath()}>Filter by EDI interchange document id among all EDI orders</a>
          </p>
        ),
      }}
      pages={{
        Steps: OpenSteps,
        current: filter.page,
        hrefFor: (page) => storeEdiOrdersPath(alias, { ...filter, page }),
      }}
      unsorted
      columns={columnsOf(rowHref)}
      rowKey={({ key }) => key}
      rowHref={rowHref}
      rowName={({ orderNumber }) => orderNumber || "No order number"}
      empty={{ match: "No EDI orders match", all: "This store has no EDI orders" }}
    >
      {children}
    </RecordListScreen>
  );
}

const columnsOf = (rowHref: (row: StoreEdiOrderRow) => string | undefined): Column<StoreEdiOrderRow>[] => [
  statusColumn(),
  {
    key: "number",
    header: "Order Number",
    narrow: "title",
    cell: (row) => {
      const href = rowHref(row);
      return href ? (
        <RowLink href={href}>{row.orderNumber || "No order number"}</RowLink>
      ) : (
        row.orderNumber || "–"
      );
    },
  },
  {
    key: "date",
    header: "Date",
    cell: ({ at, interchangeOrdersHref }) => (
      <div>
        <DateTime at={at} />
        {interchangeOrdersHref && (
          <div className="text-sm">
            <a className="inline-block py-1" href={interchangeOrdersHref}>
              All orders of its interchange
            </a>
          </div>
        )}
      </div>
    ),
  },
  referencesColumn(),
];
