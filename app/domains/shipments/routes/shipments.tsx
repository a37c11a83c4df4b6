import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useCallback } from "react";
import { may } from "#app/auth/guard.server.ts";
import { ordersPath } from "#app/domains/orders/paths.ts";
import { shipmentColumns, toShipmentList } from "#app/domains/shipments/list.ts";
import { shipmentSearch, shipmentsPath } from "#app/domains/shipments/paths.ts";
import { listShipments, shipmentSheetChoices } from "#app/domains/shipments/shipments.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { ListScreen } from "#app/recordPages/ListScreen.tsx";
import { listAnswer } from "#app/recordPages/recordPages.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { HashSearch } from "#app/ui/lists/HashSearch.tsx";
import { storeTitle } from "#app/ui/shell/Page.tsx";

/** Shipments of a store (shipments#list): search, refresh, pager, table. */
export default function Shipments() {
  const { alias, ...screen } = useLoaderData<typeof loader>();
  const { list } = screen;
  const searchHref = useCallback((query: string) => shipmentsPath(alias, { query }), [alias]);
  return (
    <ListScreen
      {...screen}
      title="Shipments"
      noun="shipments"
      search={shipmentSearch}
      path={(to) => shipmentsPath(alias, to)}
      searchLabel="Search by customer order #"
      notice={
        <>
          {list?.dropped && <Notice tone="background">{list.dropped}</Notice>}
          {list?.totals && <p className="tabular-nums">{list.totals}</p>}
        </>
      }
      unsorted
      empty={{
        match: "No shipments match",
        all: "This store has no shipments",
        page: list?.dropped && "No shipments with an order number on this page",
      }}
    >
      <HashSearch hrefFor={searchHref} />
    </ListScreen>
  );
}

export const meta = storeTitle("Shipments");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "shipments");
  const { storeAlias: alias, storeName } = store;
  const filter = shipmentSearch.read(request.url);
  const columns = shipmentColumns.views();
  const ordersOpen = may(user, "store/orders");
  const orderHref = ordersOpen ? (query: string) => ordersPath(alias, { query }) : undefined;
  const read = listShipments(user, storeName, filter).then((rows) =>
    toShipmentList(rows, { storeName, orderHref }),
  );
  return listAnswer({ alias, storeName, filter, columns }, await attempt(read), () =>
    shipmentSheetChoices(alias, filter),
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
export { firstSheetOnly as handle } from "#app/lists/firstSheet.ts";
