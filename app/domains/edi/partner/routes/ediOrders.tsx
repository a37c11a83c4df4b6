import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { EdiOrderCells, EdiOrderRow } from "#app/domains/edi/partner/lists/columns.ts";
import {
  type EdiOrderFilter,
  ediOrderPath,
  ediOrderSearch,
  ediOrdersPath,
  interchangePath,
  isSameEdiOrderList,
} from "#app/domains/edi/partner/paths.ts";
import { ediOrderPages } from "#app/domains/recordPages.server.ts";
import { type CellsOf, toTableColumns } from "#app/lists/cells.tsx";
import { DayFilters } from "#app/lists/DayFilters.tsx";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";
import { ChoiceField, SearchField } from "#app/ui/fields/fields.tsx";
import {
  DocumentsScreen,
  FirstFilters,
  type MoreChoices,
  sorts,
  TrafficFilter,
} from "../views/DocumentsScreen.tsx";
import { DueWords } from "../views/DueTime.tsx";
import { DocumentId, DocumentName, documentCells, TestMark } from "../views/RowCells.tsx";

export const meta: MetaFunction = () => [{ title: "EDI Orders" }];

export const loader = ediOrderPages.list;

export const shouldRevalidate = listRevalidation(isSameEdiOrderList);

/** The EDI orders received from Myer (edi#order-list). */
export default function EdiOrders() {
  const { columns, more, canReview, ...list } = useLoaderData<typeof loader>();
  const { filter } = list;
  return (
    <DocumentsScreen<EdiOrderRow, EdiOrderFilter>
      {...list}
      place={useListPlace("orderId")}
      title="EDI Orders"
      noun="EDI orders"
      unsorted={more === undefined}
      bulk="edi-orders"
      search={ediOrderSearch}
      path={ediOrdersPath}
      rowHref={({ id }) => ediOrderPath({ id }, filter)}
      fields={<Fields filter={filter} more={more} canReview={canReview} />}
      keep={["owes"]}
      columns={toTableColumns<EdiOrderCells, EdiOrderRow>(columns, cellsOf(filter))}
      empty={{ match: "No EDI orders match", all: "There are no EDI orders" }}
      opening={{ title: "Order Detail", words: "Loading EDI Myer Order Document" }}
    >
      <Outlet />
    </DocumentsScreen>
  );
}

const waits = [
  { value: "", label: "All" },
  { value: "confirmation", label: "To confirm" },
  { value: "duplicate", label: "Duplicate" },
];

/** The filters (edi#order-filters, edi#more-filters). */
function Fields({
  filter,
  more,
  canReview,
}: {
  filter: EdiOrderFilter;
  more: MoreChoices | undefined;
  /** Whether orders can await confirmation and report whether they are a test (edi#review-list). */
  canReview: boolean;
}) {
  const { names } = ediOrderSearch;
  return (
    <>
      {more && (
        <>
          <FirstFilters names={names} filter={filter} more={more} />
          {canReview && (
            <>
              <ChoiceField name={names.heldFor} label="Waits for" value={filter.heldFor} options={waits} />
              <TrafficFilter name={names.traffic} value={filter.traffic} />
            </>
          )}
          <SearchField
            name={names.documentIdentifier}
            label="PO or order number"
            hint="The partner's own"
            value={filter.documentIdentifier}
          />
          <SearchField
            name={names.packageNumber}
            label="SSCC"
            hint="Of a package"
            value={filter.packageNumber}
          />
        </>
      )}
      <SearchField name={names.orderNumber} label="Utopia Order Number" value={filter.orderNumber} />
      <SearchField name={names.documentId} label="Database Document ID" value={filter.documentId} />
      <SearchField
        name={names.interchangeId}
        label="EDI Myer Interchange Document ID"
        value={filter.interchangeId}
      />
      {more && <DayFilters names={names} filter={filter} sorts={sorts} />}
    </>
  );
}

/** The cells (edi#order-columns). */
const cellsOf = (filter: EdiOrderFilter): CellsOf<EdiOrderCells, EdiOrderRow> => {
  const href = ({ id }: EdiOrderRow) => ediOrderPath({ id }, filter);
  return {
    ...documentCells<EdiOrderRow>(href, ({ id }) => ediOrderPath({ id, tab: "references" }, filter)),
    document: (document, row) => (
      <DocumentName
        document={document}
        href={href(row)}
        about={
          <>
            {document.isTest && <TestMark />}
            {document.dues.map(({ label, due }) => (
              <DueWords key={label} label={label} due={due} />
            ))}
          </>
        }
      />
    ),
    order: ({ number, href: orderHref }) =>
      orderHref ? (
        <a className={number.length <= 14 ? "whitespace-nowrap" : undefined} href={orderHref}>
          {number}
        </a>
      ) : (
        "–"
      ),
    interchange: (id) => (id ? <DocumentId id={id} href={interchangePath({ id })} /> : "–"),
  };
};

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
