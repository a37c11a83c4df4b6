import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { ChoiceField, SearchField } from "#app/core/ui/fields/fields.tsx";
import { useIsChips } from "#app/core/ui/lists/FilterChips.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { Age } from "#app/core/ui/text/DateTime.tsx";
import { LongText } from "#app/core/ui/text/LongText.tsx";
import { ediOrdersPath } from "#app/domains/edi/partner/paths.ts";
import { TestMark } from "#app/domains/edi/partner/views/RowCells.tsx";
import type { StoreEdiRow } from "#app/domains/edi/store/lists.ts";
import { storeEdiOrderPaths, storeInterchangePaths } from "#app/domains/edi/store/paths.ts";
import { storeEdiList } from "#app/domains/edi/store/screens.server.ts";
import { StoreList } from "#app/screens/ListScreen.tsx";
import { StateBadge } from "../../views/StateBadge.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const title = /\/ediorders\b/i.test(location.pathname) ? "EDI Orders" : "EDI Interchanges";
  return [{ title: data?.storeName ? `${title} · ${data.storeName}` : title }];
};

export const loader = storeEdiList;

export const shouldRevalidate = listRevalidation(
  (one, other) => storeInterchangePaths.isSame(one, other) || storeEdiOrderPaths.isSame(one, other),
);

const directions = [
  { value: "", label: "All Interchanges" },
  { value: "inbound", label: "Only Inbound" },
  { value: "outbound", label: "Only Outbound" },
];

/** EDI Interchanges or EDI Orders of a store (store-edi#interchanges, store-edi#orders). */
export default function StoreEdiDocuments() {
  const screen = useLoaderData<typeof loader>();
  const { page, alias, filter } = screen;
  const isOfOrders = page === "ediorders";
  const paths = isOfOrders ? storeEdiOrderPaths : storeInterchangePaths;
  const { names } = paths.search;
  const rowHref = ({ id }: StoreEdiRow) => id && paths.one(alias, filter, id);
  return (
    <StoreList
      {...screen}
      param={isOfOrders ? "orderId" : "interchangeId"}
      unsorted
      rowName={({ name }: StoreEdiRow) => name}
      rowHref={rowHref}
      paths={paths}
      fields={
        isOfOrders ? (
          <>
            <SearchField name={names.number} label="Utopia Order Number" value={filter.number} />
            <OfInterchange />
          </>
        ) : (
          <>
            <SearchField name={names.number} label="Control Number" value={filter.number} />
            <SearchField name={names.orderNumber} label="Order Number" value={filter.orderNumber ?? ""} />
            <ChoiceField
              name={names.direction}
              label="Transmission Direction"
              wide
              value={filter.direction ?? ""}
              options={directions}
            />
          </>
        )
      }
      columns={columnsOf(isOfOrders ? "Order Number" : "Control Number", rowHref)}
    >
      <Outlet />
    </StoreList>
  );
}

/** No call filters a store's orders so: the list of all EDI orders does. */
function OfInterchange() {
  if (useIsChips()) return null;
  return (
    <a className="col-span-2 py-1.5" href={ediOrdersPath()}>
      Filter by EDI interchange document id among all EDI orders
    </a>
  );
}

const columnsOf = (
  header: "Control Number" | "Order Number",
  rowHref: (row: StoreEdiRow) => string | undefined,
): Column<StoreEdiRow>[] => [
  {
    key: "status",
    header: "Status",
    narrow: "plain",
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    key: "number",
    header,
    narrow: "title",
    roomy: header === "Control Number",
    cell: (row) => {
      const href = rowHref(row);
      return (
        <>
          {href ? <RowLink href={href}>{row.name}</RowLink> : row.name}
          <div className="under flex gap-x-2">
            {row.isTest && <TestMark />}
            {row.kinds}
          </div>
        </>
      );
    },
  },
  {
    key: "date",
    header: "Date",
    narrow: "plain",
    cell: ({ at, interchangeOrdersHref }) => (
      <>
        <Age at={at} />
        {interchangeOrdersHref && (
          <div className="under">
            <a className="inline-block whitespace-nowrap py-1" href={interchangeOrdersHref}>
              All orders of its interchange
            </a>
          </div>
        )}
      </>
    ),
  },
  {
    key: "references",
    header: "References",
    roomy: true,
    rank: 2,
    cell: ({ references, moreReferences }) =>
      references.length === 0 ? (
        "–"
      ) : (
        <ul className="flex flex-wrap gap-x-4 text-xs leading-6">
          {references.map(({ key, label, href }) => (
            <li key={key}>{href ? <a href={href}>{label}</a> : <LongText value={label} limit={80} />}</li>
          ))}
          {moreReferences > 0 && <li>and {moreReferences} more</li>}
        </ul>
      ),
  },
];

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
