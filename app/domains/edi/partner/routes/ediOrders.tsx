import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { ediOrdersScreen } from "#app/domains/edi/partner/lists/lists.server.ts";
import { isSameEdiOrderList } from "#app/domains/edi/partner/paths.ts";
import { EdiOrdersScreen } from "#app/domains/edi/partner/views/EdiOrdersScreen.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";

export const meta: MetaFunction = () => [{ title: "EDI Orders" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return ediOrdersScreen(await requireMay(request, "edi"), request, orderHref);
}

export const shouldRevalidate = listRevalidation(isSameEdiOrderList);

export default function EdiOrders() {
  return (
    <EdiOrdersScreen {...useLoaderData<typeof loader>()} place={useListPlace("orderId")}>
      <Outlet />
    </EdiOrdersScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
