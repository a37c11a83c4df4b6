import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { isSameEdiOrderList } from "#app/domains/edi/partner/paths.ts";
import { EdiOrdersScreen } from "#app/domains/edi/partner/views/EdiOrdersScreen.tsx";
import { ediOrderPages } from "#app/domains/recordPages.server.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";

export const meta: MetaFunction = () => [{ title: "EDI Orders" }];

export const loader = ediOrderPages.list;

export const shouldRevalidate = listRevalidation(isSameEdiOrderList);

export default function EdiOrders() {
  return (
    <EdiOrdersScreen {...useLoaderData<typeof loader>()} place={useListPlace("orderId")}>
      <Outlet />
    </EdiOrdersScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
