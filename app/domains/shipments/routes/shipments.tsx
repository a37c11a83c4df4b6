import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { may } from "#app/auth/guard.server.ts";
import { ordersPath } from "#app/domains/orders/paths.ts";
import { shipmentColumnKeys, shipmentColumns } from "#app/domains/shipments/columns.ts";
import { toShipmentList } from "#app/domains/shipments/list.ts";
import { shipmentSearch } from "#app/domains/shipments/paths.ts";
import { listShipments, shipmentSheetChoices } from "#app/domains/shipments/shipments.server.ts";
import { ShipmentsScreen } from "#app/domains/shipments/views/ShipmentsScreen.tsx";
import { attempt } from "#app/http/api.server.ts";
import { toColumnViews } from "#app/lists/columns.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";
import { listAnswer } from "#app/recordPages/recordPages.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Shipments · ${data.storeName}` : "Shipments" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "shipments");
  const { storeAlias: alias, storeName } = store;
  const filter = shipmentSearch.read(request.url);
  const columns = toColumnViews(shipmentColumns, shipmentColumnKeys);
  const ordersOpen = may(user, "store/orders");
  const orderHref = ordersOpen ? (query: string) => ordersPath(alias, { query }) : undefined;
  const read = listShipments(user, storeName, filter).then((rows) =>
    toShipmentList(rows, { storeName, orderHref }),
  );
  return listAnswer({ alias, storeName, filter, columns }, await attempt(read), () =>
    shipmentSheetChoices(alias, filter),
  );
}

export default function Shipments() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <ShipmentsScreen {...screen} place={useListPlace()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
