import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { EdiList, EdiOrderRow } from "#app/domains/edi/partner/lists.ts";
import {
  ediOrderPath,
  ediOrdersLivePath,
  ediOrdersPath,
  interchangePath,
  isEdiDetailPath,
} from "#app/domains/edi/partner/paths.ts";
import { type EdiOrderFilter, ediOrderSearch } from "#app/domains/edi/partner/search.ts";
import { LiveListScreen } from "#app/live/LiveListScreen.tsx";
import { DateTime } from "#app/ui/DateTime.tsx";
import { EmptyList } from "#app/ui/EmptyList.tsx";
import type { ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import {
  actionsCell,
  type Cell,
  DocumentId,
  headCells,
  referencesCell,
  standingCell,
  toColumns,
} from "./RowCells.tsx";

type Props = {
  filter: EdiOrderFilter;
  actions: { label: string; value: string }[];
  list: (EdiList<EdiOrderRow> & { version: string }) | undefined;
  error: ShownError | undefined;
  children: ReactNode;
};

/** The EDI orders received from Myer (2 §2.8). */
export function EdiOrdersScreen({ filter, actions, list, error, children }: Props) {
  const { orderId } = useParams();
  return (
    <LiveListScreen
      title="EDI Orders"
      page={filter.page}
      list={list}
      error={error}
      currentId={orderId}
      filters={<Filters filter={filter} />}
      columns={toColumns(cellsOf(filter, actions))}
      empty={(pages) => (
        <EmptyList
          page={filter.page}
          previousHref={ediOrdersPath({ ...filter, page: Math.min(filter.page - 1, pages) })}
          isFiltered={isFiltered(filter)}
          clearHref={ediOrdersPath()}
          titles={{ match: "No EDI orders match", all: "There are no EDI orders" }}
        />
      )}
      idOf={({ row }) => row.id}
      rowHref={(id) => ediOrderPath({ id }, filter)}
      pageHref={(page) => ediOrdersPath({ ...filter, page })}
      here={ediOrdersPath(filter)}
      liveHref={ediOrdersLivePath(filter)}
      opening={{
        title: "Order Detail",
        words: "Loading EDI Myer Order Document",
        isPath: isEdiDetailPath,
      }}
    >
      {children}
    </LiveListScreen>
  );
}

const isFiltered = ({ page: _, ...filter }: EdiOrderFilter): boolean =>
  Object.values(filter).some((value) => value !== "");

function Filters({ filter }: { filter: EdiOrderFilter }) {
  return (
    <FilterBar action={ediOrdersPath()} {...(isFiltered(filter) ? { resetHref: ediOrdersPath() } : {})}>
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
    </FilterBar>
  );
}

/** The columns of 2 §2.8, in order. */
const cellsOf = (filter: EdiOrderFilter, actions: Props["actions"]): Cell<EdiOrderRow>[] => [
  ...headCells<EdiOrderRow>(({ id }) => ediOrderPath({ id }, filter)),
  {
    key: "order",
    header: "Utopia Order Number",
    show: ({ orderNumber, orderHref }) => (orderHref ? <a href={orderHref}>{orderNumber}</a> : "–"),
  },
  referencesCell<EdiOrderRow>(({ id }) => ediOrderPath({ id, tab: "references" }, filter)),
  standingCell<EdiOrderRow>(),
  {
    key: "interchange",
    header: "EDI Myer Interchange Document ID",
    show: ({ interchangeId }) =>
      interchangeId ? (
        <a className="text-sm" href={interchangePath({ id: interchangeId })}>
          <DocumentId id={interchangeId} />
        </a>
      ) : (
        "–"
      ),
  },
  { key: "store", header: "Source Store Group", show: ({ storeGroup }) => storeGroup || "–" },
  { key: "at", header: "Updated At", show: ({ updatedAt }) => <DateTime at={updatedAt} /> },
  actionsCell<EdiOrderRow>(({ id }) => ediOrderPath({ id }, filter), actions),
];
