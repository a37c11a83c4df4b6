import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { orderPanel } from "#app/domains/orders/pages.server.ts";
import { ordersOfAllStores } from "#app/domains/orders/scope.server.ts";
import { OrderDetailPanel, OrderNotShown } from "#app/domains/orders/views/OrderDetailPanel.tsx";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return orderPanel(await ordersOfAllStores(request), request, params.orderId ?? "");
}

export default function Order() {
  const panel = useLoaderData<typeof loader>();
  return panel.shown ? <OrderDetailPanel detail={panel.detail} /> : <OrderNotShown {...panel} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
