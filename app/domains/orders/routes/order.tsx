import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { orderNeighbours } from "#app/domains/neighbours.server.ts";
import { orderPanel } from "#app/domains/orders/pages.server.ts";
import { ordersOf } from "#app/domains/orders/scope.server.ts";
import { OrderDetailPanel } from "#app/domains/orders/views/OrderDetailPanel.tsx";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, data?.shown ? panelWords(`Order ${data.detail.number}`, data.detail) : [data?.title]);

export async function loader(args: LoaderFunctionArgs) {
  const whose = await ordersOf(args);
  return orderPanel(whose, args.request, args.params.orderId ?? "", orderNeighbours(whose));
}

export default function Order() {
  return <OrderDetailPanel loaded={useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
