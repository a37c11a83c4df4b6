import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { ediOrdersPath } from "#app/domains/edi/partner/paths.ts";
import type { StoreEdiOrderRow } from "#app/domains/edi/store/lists.ts";
import {
  isSameStoreEdiOrderList,
  storeEdiOrderPath,
  storeEdiOrderSearch,
  storeEdiOrdersPath,
} from "#app/domains/edi/store/paths.ts";
import { storeEdiOrdersScreen } from "#app/domains/edi/store/screens.server.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";
import { ListScreen } from "#app/recordPages/ListScreen.tsx";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { SearchField } from "#app/ui/fields/fields.tsx";
import { RowLink } from "#app/ui/lists/rows.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { referencesColumn, statusColumn } from "../views/StoreEdiCells.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `EDI Orders · ${data.storeName}` : "EDI Orders" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return storeEdiOrdersScreen(await requireStorePage(request, params.alias, "ediorders"), request);
}

export const shouldRevalidate = listRevalidation(isSameStoreEdiOrderList);

/** EDI Orders of a store (store-edi#orders). */
export default function StoreEdiOrders() {
  const { alias, ...screen } = useLoaderData<typeof loader>();
  const { filter } = screen;
  const rowHref = ({ id }: StoreEdiOrderRow) => id && storeEdiOrderPath(alias, filter, id);
  return (
    <ListScreen
      {...screen}
      title="EDI Orders"
      place={useListPlace("orderId")}
      search={storeEdiOrderSearch}
      path={(to) => storeEdiOrdersPath(alias, to)}
      fields={
        <SearchField
          name={storeEdiOrderSearch.names.orderNumber}
          label="Utopia Order Number"
          value={filter.orderNumber}
        />
      }
      note={
        <p className="text-sm">
          <a href={ediOrdersPath()}>Filter by EDI interchange document id among all EDI orders</a>
        </p>
      }
      unsorted
      columns={columnsOf(rowHref)}
      rowKey={({ key }) => key}
      rowHref={rowHref}
      rowName={({ orderNumber }) => orderNumber || "No order number"}
      empty={{ match: "No EDI orders match", all: "This store has no EDI orders" }}
    >
      <Outlet />
    </ListScreen>
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

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
