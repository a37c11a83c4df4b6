import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { ordersScreen } from "#app/domains/orders/pages.server.ts";
import { isSameOrderList } from "#app/domains/orders/paths.ts";
import { ordersOf } from "#app/domains/orders/scope.server.ts";
import { OrdersScreen } from "#app/domains/orders/views/OrdersScreen.tsx";
import { listRevalidation } from "#app/http/listRevalidation.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `Orders · ${data.storeName}` : "Orders" },
];

export async function loader(args: LoaderFunctionArgs) {
  return ordersScreen(await ordersOf(args), args.request);
}

export const shouldRevalidate = listRevalidation(isSameOrderList);

export default function Orders() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return (
    <OrdersScreen {...screen} place={useListPlace("orderId")}>
      <Outlet />
    </OrdersScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
