import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { isSameStoreEdiOrderList } from "#app/domains/edi/store/paths.ts";
import { storeEdiOrdersScreen } from "#app/domains/edi/store/screens.server.ts";
import { StoreEdiOrdersScreen } from "#app/domains/edi/store/views/StoreEdiOrdersScreen.tsx";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `EDI Orders · ${data.storeName}` : "EDI Orders" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return storeEdiOrdersScreen(await requireStorePage(request, params.alias, "ediorders"), request);
}

export const shouldRevalidate = listRevalidation(isSameStoreEdiOrderList);

export default function StoreEdiOrders() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return (
    <StoreEdiOrdersScreen {...screen} place={useListPlace("orderId")}>
      <Outlet />
    </StoreEdiOrdersScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
