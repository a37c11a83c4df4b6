import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { isSameOrderList } from "#app/domains/orders/paths.ts";
import { OrdersScreen } from "#app/domains/orders/views/OrdersScreen.tsx";
import { orderPages } from "#app/domains/recordPages.server.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.storeName ? `Orders · ${data.storeName}` : "Orders" },
];

export const loader = orderPages.list;

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
