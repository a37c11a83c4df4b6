import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { exoPanel } from "#app/domains/exos/pages.server.ts";
import { exosOfStore } from "#app/domains/exos/scope.server.ts";
import { ExoDetailPanel } from "#app/domains/exos/views/ExoDetailPanel.tsx";
import { ordersPath } from "#app/domains/orders/paths.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "returns");
  const orderHref = (query: string) => ordersPath(store.storeAlias, { query });
  return exoPanel(exosOfStore(user, store), request, params.exoId ?? "", orderHref);
}

export default function Exo() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return <ExoDetailPanel loaded={panel} flash={flash} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
