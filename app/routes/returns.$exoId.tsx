import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { exoPanel } from "#app/domains/exos/pages.server.ts";
import { exosOfAllStores } from "#app/domains/exos/scope.server.ts";
import { ExoDetailPanel } from "#app/domains/exos/views/ExoDetailPanel.tsx";
import { ordersPath } from "#app/domains/orders/paths.ts";
import { knownStores } from "#app/domains/stores/api.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const of = exosOfAllStores(user, await knownStores(user));
  return exoPanel(of, request, params.exoId ?? "", (query) => ordersPath(undefined, { query }));
}

export default function Exo() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return <ExoDetailPanel loaded={panel} flash={flash} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
