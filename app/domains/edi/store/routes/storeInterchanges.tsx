import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { StoreInterchangeRow } from "#app/domains/edi/store/lists.ts";
import {
  isSameStoreInterchangeList,
  storeInterchangePath,
  storeInterchangeSearch,
  storeInterchangesPath,
} from "#app/domains/edi/store/paths.ts";
import { storeInterchangesScreen } from "#app/domains/edi/store/screens.server.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";
import { ListScreen } from "#app/recordPages/ListScreen.tsx";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { ChoiceField, SearchField } from "#app/ui/fields/fields.tsx";
import { RowLink } from "#app/ui/lists/rows.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { referencesColumn, statusColumn } from "../views/StoreEdiCells.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `EDI Interchanges · ${data.storeName}` : "EDI Interchanges" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return storeInterchangesScreen(await requireStorePage(request, params.alias, "interchanges"), request);
}

export const shouldRevalidate = listRevalidation(isSameStoreInterchangeList);

const directions = [
  { value: "", label: "All Interchanges" },
  { value: "inbound", label: "Only Inbound" },
  { value: "outbound", label: "Only Outbound" },
];

/** EDI Interchanges of a store (store-edi#interchanges). */
export default function StoreInterchanges() {
  const { alias, ...screen } = useLoaderData<typeof loader>();
  const { filter } = screen;
  const rowHref = ({ id }: StoreInterchangeRow) => id && storeInterchangePath(alias, filter, { id });
  return (
    <ListScreen
      {...screen}
      title="EDI Interchanges"
      place={useListPlace("interchangeId")}
      search={storeInterchangeSearch}
      path={(to) => storeInterchangesPath(alias, to)}
      fields={
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
      }
      unsorted
      columns={columnsOf(rowHref)}
      rowKey={({ key }) => key}
      rowHref={rowHref}
      rowName={({ controlNumber }) => controlNumber}
      empty={{ match: "No interchanges match", all: "This store has no interchanges" }}
    >
      <Outlet />
    </ListScreen>
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

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
