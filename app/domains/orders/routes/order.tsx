import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { orderPanel } from "#app/domains/orders/pages.server.ts";
import { ordersOf } from "#app/domains/orders/scope.server.ts";
import { OrderDetailPanel, OrderNotShown } from "#app/domains/orders/views/OrderDetailPanel.tsx";

export async function loader(args: LoaderFunctionArgs) {
  return orderPanel(await ordersOf(args), args.request, args.params.orderId ?? "");
}

export default function Order() {
  const panel = useLoaderData<typeof loader>();
  return panel.shown ? <OrderDetailPanel detail={panel.detail} /> : <OrderNotShown {...panel} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
