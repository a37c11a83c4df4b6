import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OrderDetailPanel } from "#app/domains/orders/views/OrderDetailPanel.tsx";
import { orderPages } from "#app/domains/recordPages.server.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const panel = data?.panel;
  const words = panel?.shown ? panelWords(`Order ${panel.detail.number}`, panel.detail) : [panel?.title];
  return titleOver(matches, words);
};

export const loader = orderPages.panel;

export default function Order() {
  return <OrderDetailPanel loaded={useLoaderData<typeof loader>().panel} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
