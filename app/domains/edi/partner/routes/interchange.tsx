import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { interchangePanel } from "#app/domains/edi/partner/pages.server.ts";
import { InterchangeDetailPanel } from "#app/domains/edi/partner/views/InterchangeDetailPanel.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return interchangePanel(await requireMay(request, "edi"), request, params.interchangeId ?? "", orderHref);
}

export default function Interchange() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return <InterchangeDetailPanel loaded={panel} flash={flash} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
