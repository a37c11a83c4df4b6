import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { type CellsOf, toTableColumns } from "#app/core/lists/cells.tsx";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { ediOrderPanel, ediOrderFilters as labels } from "#app/core/specification/edi.ts";
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
import { DocumentsScreen, fieldsOf, type MoreChoices, MoreFilters } from "../views/DocumentsScreen.tsx";
import { DueShort } from "../views/DueTime.tsx";
import { DocumentId, DocumentNumber, documentCells, TestMark } from "../views/RowCells.tsx";

export const meta: MetaFunction = () => [{ title: "EDI Orders" }];

export const loader = ediOrderPages.list;

export const shouldRevalidate = listRevalidation(isSameEdiOrderList);

/** The EDI orders received from Myer (edi#order-list). */
export default function EdiOrders() {
  const { columns, more, ...list } = useLoaderData<typeof loader>();
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
      fields={<Fields filter={filter} more={more} />}
      keep={["owes"]}
      columns={toTableColumns<EdiOrderCells, EdiOrderRow>(columns, cellsOf(filter))}
      opening={{ title: ediOrderPanel.title, words: "Loading EDI Myer Order Document" }}
    >
      <Outlet />
    </DocumentsScreen>
  );
}

/** The filters (edi#order-filters, edi#more-filters). */
function Fields({ filter, more }: { filter: EdiOrderFilter; more: MoreChoices | undefined }) {
  const { names } = ediOrderPaths.search;
  const { text, choice } = fieldsOf(names, filter);
  return (
    <>
      {text("documentId", labels.documentId)}
      {text("orderNumber", labels.orderNumber)}
      {text("interchangeId", labels.interchangeId)}
      {more && (
        <MoreFilters
          names={names}
          filter={filter}
          more={more}
          isOn={
            filter.documentIdentifier !== "" ||
            filter.packageNumber !== "" ||
            filter.heldFor !== "" ||
            filter.traffic !== ""
          }
        >
          {text("documentIdentifier", "PO or order number", "The partner's own")}
          {choice("heldFor", "Waits for", heldForChoices)}
          {choice("traffic", "Test or live", trafficChoices)}
          {text("packageNumber", "SSCC", "Of a package")}
        </MoreFilters>
      )}
    </>
  );
}

/** The cells (edi#order-columns). */
const cellsOf = (filter: EdiOrderFilter): CellsOf<EdiOrderCells, EdiOrderRow> => ({
  ...documentCells(ediOrderPaths, filter),
  order: (cell) => (
    <DocumentNumber cell={cell}>
      {cell.isTest && <TestMark />}
      {cell.dues.map(({ label, due }) => (
        <DueShort key={label} label={label} due={due} />
      ))}
    </DocumentNumber>
  ),
  interchange: (id) => (id ? <DocumentId id={id} href={interchangePath({ id })} /> : "–"),
});

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
