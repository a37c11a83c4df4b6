import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { InterchangeDetailPanel } from "#app/domains/edi/partner/views/InterchangeDetailPanel.tsx";
import { interchangePages } from "#app/domains/recordPages.server.ts";
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

export const loader = interchangePages.panel;

export default function Interchange() {
  const { panel, flash } = useLoaderData<typeof loader>();
  return <InterchangeDetailPanel loaded={panel} flash={flash} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
