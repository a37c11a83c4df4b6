import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { isSameStoreInterchangeList } from "#app/domains/edi/store/paths.ts";
import { storeInterchangesScreen } from "#app/domains/edi/store/screens.server.ts";
import { StoreInterchangesScreen } from "#app/domains/edi/store/views/StoreInterchangesScreen.tsx";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `EDI Interchanges · ${data.storeName}` : "EDI Interchanges" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return storeInterchangesScreen(await requireStorePage(request, params.alias, "interchanges"), request);
}

export const shouldRevalidate = listRevalidation(isSameStoreInterchangeList);

export default function StoreInterchanges() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return (
    <StoreInterchangesScreen {...screen} place={useListPlace("interchangeId")}>
      <Outlet />
    </StoreInterchangesScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
