import type { ReactNode } from "react";
import type { EdiOrderRow } from "#app/domains/edi/partner/lists.ts";
import {
  ediOrderPath,
  ediOrdersLivePath,
  ediOrdersPath,
  interchangePath,
  isEdiDetailPath,
} from "#app/domains/edi/partner/paths.ts";
import { type EdiOrderFilter, ediOrderSearch } from "#app/domains/edi/partner/search.ts";
import { FollowRows } from "#app/lists/FollowRows.tsx";
import { ListScreen } from "#app/lists/ListScreen.tsx";
import type { LivePage } from "#app/lists/listed.ts";
import { NumberedSteps } from "#app/lists/NumberedSteps.tsx";
import { Opening } from "#app/lists/Opening.tsx";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import type { ShownError } from "#app/ui/feedback/ErrorBar.tsx";
import { SearchField } from "#app/ui/fields/SearchField.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { actionsColumn, DocumentId, headColumns, referencesColumn, standingColumn } from "./RowCells.tsx";

type Props = {
  filter: EdiOrderFilter;
  list: LivePage<EdiOrderRow> | undefined;
  error: ShownError | undefined;
  place: ListPlace;
  children: ReactNode;
};

/** The EDI orders received from Myer (edi#order-list). */
export function EdiOrdersScreen({ filter, list, error, place, children }: Props) {
  return (
    <ListScreen
      title="EDI Orders"
      place={place}
      list={list}
      error={error}
      here={ediOrdersPath(filter)}
      live={{ Follow: FollowRows, href: ediOrdersLivePath(filter) }}
      filter={{
        isOn: ediOrderSearch.isFiltered(filter),
        clearHref: ediOrdersPath(),
        fields: (
          <>
            <SearchField
              name={ediOrderSearch.names.documentId}
              label="Database Document ID"
              value={filter.documentId}
            />
            <SearchField
              name={ediOrderSearch.names.orderNumber}
              label="Utopia Order Number"
              value={filter.orderNumber}
            />
            <SearchField
              name={ediOrderSearch.names.interchangeId}
              label="EDI Myer Interchange Document ID"
              value={filter.interchangeId}
            />
          </>
        ),
      }}
      pages={{
        Steps: NumberedSteps,
        current: filter.page,
        hrefFor: (page) => ediOrdersPath({ ...filter, page }),
      }}
      columns={columnsOf(filter)}
      rowKey={({ id }) => id}
      rowHref={({ id }) => ediOrderPath({ id }, filter)}
      empty={{ match: "No EDI orders match", all: "There are no EDI orders" }}
    >
      <Opening
        place={place}
        title="Order Detail"
        words="Loading EDI Myer Order Document"
        isPath={isEdiDetailPath}
      />
      {children}
    </ListScreen>
  );
}

/** The columns (edi#order-columns), in order. */
const columnsOf = (filter: EdiOrderFilter): Column<EdiOrderRow>[] => [
  ...headColumns<EdiOrderRow>(({ id }) => ediOrderPath({ id }, filter)),
  {
    key: "order",
    header: "Utopia Order Number",
    cell: ({ orderNumber, orderHref }) => (orderHref ? <a href={orderHref}>{orderNumber}</a> : "–"),
  },
  referencesColumn<EdiOrderRow>(({ id }) => ediOrderPath({ id, tab: "references" }, filter)),
  standingColumn<EdiOrderRow>(),
  {
    key: "interchange",
    header: "EDI Myer Interchange Document ID",
    cell: ({ interchangeId }) =>
      interchangeId ? (
        <a className="text-sm" href={interchangePath({ id: interchangeId })}>
          <DocumentId id={interchangeId} />
        </a>
      ) : (
        "–"
      ),
  },
  { key: "store", header: "Source Store Group", cell: ({ storeGroup }) => storeGroup || "–" },
  { key: "at", header: "Updated At", cell: ({ updatedAt }) => <DateTime at={updatedAt} /> },
  actionsColumn<EdiOrderRow>(({ id }) => ediOrderPath({ id }, filter)),
];
