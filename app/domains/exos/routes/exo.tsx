import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { exoPanel } from "#app/domains/exos/pages.server.ts";
import { exosOf } from "#app/domains/exos/scope.server.ts";
import { ExoDetailPanel } from "#app/domains/exos/views/ExoDetailPanel.tsx";
import { exoNeighbours } from "#app/domains/neighbours.server.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, data?.panel.shown ? panelWords(data.panel.detail.name, data.panel.detail) : []);

export async function loader(args: LoaderFunctionArgs) {
  const whose = await exosOf(args);
  return exoPanel(whose, args.request, args.params.exoId ?? "", exoNeighbours(whose));
}

export default function Exo() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return <ExoDetailPanel loaded={panel} flash={flash} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
