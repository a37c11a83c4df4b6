import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { interchangePanel } from "#app/domains/edi/partner/pages.server.ts";
import { InterchangeDetailPanel } from "#app/domains/edi/partner/views/InterchangeDetailPanel.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(
    matches,
    data?.panel.shown
      ? panelWords(
          `Interchange ${data.panel.detail.controlReference || data.panel.detail.id}`,
          data.panel.detail,
        )
      : [],
  );

export async function loader({ request, params }: LoaderFunctionArgs) {
  return interchangePanel(await requireMay(request, "edi"), request, params.interchangeId ?? "", orderHref);
}

export default function Interchange() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return <InterchangeDetailPanel loaded={panel} flash={flash} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
