import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { storeEdiOrderPanel } from "#app/domains/edi/store/screens.server.ts";
import { StoreEdiOrderPanel } from "#app/domains/edi/store/views/StoreEdiPanels.tsx";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, [data?.shown?.name]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  return storeEdiOrderPanel(
    await requireStorePage(request, params.alias, "ediorders"),
    request,
    params.orderId ?? "",
  );
}

export default function StoreEdiOrder() {
  return <StoreEdiOrderPanel {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
