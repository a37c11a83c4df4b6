import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { storeInterchangePanel } from "#app/domains/edi/store/screens.server.ts";
import { StoreInterchangePanel } from "#app/domains/edi/store/views/StoreEdiPanels.tsx";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, data?.shown ? panelWords(data.shown.name, data.shown) : []);

export async function loader({ request, params }: LoaderFunctionArgs) {
  return storeInterchangePanel(
    await requireStorePage(request, params.alias, "interchanges"),
    request,
    params.interchangeId ?? "",
  );
}

export default function StoreInterchange() {
  return <StoreInterchangePanel {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
