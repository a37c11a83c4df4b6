import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { orderPanel } from "#app/domains/orders/pages.server.ts";
import { ordersOfStore } from "#app/domains/orders/scope.server.ts";
import { OrderDetailPanel, OrderNotShown } from "#app/domains/orders/views/OrderDetailPanel.tsx";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "orders");
  return orderPanel(ordersOfStore(user, store), request, params.orderId ?? "");
}

export default function Order() {
  const panel = useLoaderData<typeof loader>();
  return panel.shown ? <OrderDetailPanel detail={panel.detail} /> : <OrderNotShown {...panel} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
