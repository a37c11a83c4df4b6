import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { orderPanel } from "#app/domains/orders/pages.server.ts";
import { ordersOfAllStores } from "#app/domains/orders/scope.server.ts";
import { OrderDetailPanel, OrderNotShown } from "#app/domains/orders/views/OrderDetailPanel.tsx";
import { knownStores } from "#app/domains/stores/api.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return orderPanel(ordersOfAllStores(user, await knownStores(user)), request, params.orderId ?? "");
}

export default function Order() {
  const panel = useLoaderData<typeof loader>();
  return panel.shown ? <OrderDetailPanel detail={panel.detail} /> : <OrderNotShown {...panel} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
