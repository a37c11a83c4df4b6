import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ExoDetailPanel } from "#app/domains/exos/views/ExoDetailPanel.tsx";
import { exoPages } from "#app/domains/recordPages.server.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, data?.panel.shown ? panelWords(data.panel.detail.name, data.panel.detail) : []);

export const loader = exoPages.panel;

export default function Exo() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return <ExoDetailPanel loaded={panel} flash={flash} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
