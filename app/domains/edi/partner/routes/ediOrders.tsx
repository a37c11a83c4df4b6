import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { EdiOrderCells, EdiOrderRow } from "#app/domains/edi/partner/lists/columns.ts";
import {
  type EdiOrderFilter,
  ediOrderPaths,
  heldForChoices,
  interchangePath,
  isSameEdiOrderList,
  trafficChoices,
} from "#app/domains/edi/partner/paths.ts";
import { ediOrderPages } from "#app/domains/edi/partner/screens.server.ts";
import { type CellsOf, toTableColumns } from "#app/lists/cells.tsx";
import { DayFilters } from "#app/lists/DayFilters.tsx";
import { listRevalidation } from "#app/lists/useListPlace.ts";
import {
  DocumentsScreen,
  FirstFilters,
  fieldsOf,
  type MoreChoices,
  sorts,
} from "../views/DocumentsScreen.tsx";
import { DueWords } from "../views/DueTime.tsx";
import { DocumentId, documentCells, TestMark } from "../views/RowCells.tsx";

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
      param="orderId"
      title="EDI Orders"
      noun="EDI orders"
      unsorted={more === undefined}
      bulk="edi-orders"
      paths={ediOrderPaths}
      fields={<Fields filter={filter} more={more} canReview={canReview} />}
      keep={["owes"]}
      columns={toTableColumns<EdiOrderCells, EdiOrderRow>(columns, cellsOf(filter))}
      opening={{ title: "Order Detail", words: "Loading EDI Myer Order Document" }}
    >
      <Outlet />
    </DocumentsScreen>
  );
}

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
  const { names } = ediOrderPaths.search;
  const { text, choice } = fieldsOf(names, filter);
  return (
    <>
      {more && (
        <>
          <FirstFilters names={names} filter={filter} more={more} />
          {canReview && choice("heldFor", "Waits for", heldForChoices)}
          {canReview && choice("traffic", "Test or live", trafficChoices)}
          {text("documentIdentifier", "PO or order number", "The partner's own")}
          {text("packageNumber", "SSCC", "Of a package")}
        </>
      )}
      {text("orderNumber", "Utopia Order Number")}
      {text("documentId", "Database Document ID")}
      {text("interchangeId", "EDI Myer Interchange Document ID")}
      {more && <DayFilters names={names} filter={filter} sorts={sorts} />}
    </>
  );
}

/** The cells (edi#order-columns). */
const cellsOf = (filter: EdiOrderFilter): CellsOf<EdiOrderCells, EdiOrderRow> => ({
  ...documentCells(ediOrderPaths, filter, ({ isTest, dues }: EdiOrderCells["document"]) => (
    <>
      {isTest && <TestMark />}
      {dues.map(({ label, due }) => (
        <DueWords key={label} label={label} due={due} />
      ))}
    </>
  )),
  order: ({ number, href }) =>
    href ? (
      <a className={number.length <= 14 ? "whitespace-nowrap" : undefined} href={href}>
        {number}
      </a>
    ) : (
      "–"
    ),
  interchange: (id) => (id ? <DocumentId id={id} href={interchangePath({ id })} /> : "–"),
});

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
export { firstSheetOnly as handle } from "#app/lists/firstSheet.ts";
