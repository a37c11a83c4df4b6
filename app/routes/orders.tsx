import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useNavigation, useParams } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { ordersScreen } from "#app/domains/orders/pages.server.ts";
import { isSameOrderList } from "#app/domains/orders/paths.ts";
import { ordersOfAllStores } from "#app/domains/orders/scope.server.ts";
import { OrdersScreen } from "#app/domains/orders/views/OrdersScreen.tsx";
import { knownStores } from "#app/domains/stores/api.server.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";

export const meta: MetaFunction = () => [{ title: "Orders" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return ordersScreen(ordersOfAllStores(user, await knownStores(user)), request);
}

export const shouldRevalidate = listRevalidation(isSameOrderList);

export default function Orders() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  const { orderId } = useParams();
  const loading = useNavigation().state !== "idle";
  return (
    <OrdersScreen {...screen} currentId={orderId} loading={loading}>
      <Outlet />
    </OrdersScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
