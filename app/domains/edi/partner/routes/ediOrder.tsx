import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { ediOrderPanel } from "#app/domains/edi/partner/pages.server.ts";
import { EdiOrderDetailPanel } from "#app/domains/edi/partner/views/EdiOrderDetailPanel.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(
    matches,
    data?.panel.shown
      ? panelWords(
          `Order ${data.panel.detail.orderNumber || data.panel.detail.documentIdentifier || data.panel.detail.id}`,
          data.panel.detail,
        )
      : [],
  );

export async function loader({ request, params }: LoaderFunctionArgs) {
  return ediOrderPanel(await requireMay(request, "edi"), request, params.orderId ?? "", orderHref);
}

export default function EdiOrder() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return <EdiOrderDetailPanel loaded={panel} flash={flash} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
