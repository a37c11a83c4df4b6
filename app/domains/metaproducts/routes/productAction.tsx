import type { LoaderFunctionArgs } from "@remix-run/node";
import { confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { useDialog } from "#app/confirm/views/CommandDialog.tsx";
import { EventDialog } from "#app/confirm/views/EventDialog.tsx";
import { productActionPage } from "#app/domains/metaproducts/record.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

async function pageOf({ request, params }: LoaderFunctionArgs) {
  const { alias, productId = "", action = "" } = params;
  const { user, store } = await requireStorePage(request, alias, "products");
  return productActionPage(user, store, request, productId, action);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function ProductAction() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <EventDialog command={shown.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/confirm/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
