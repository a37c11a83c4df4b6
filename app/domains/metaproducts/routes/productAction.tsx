import type { LoaderFunctionArgs } from "@remix-run/node";
import { confirmAction, confirmLoader } from "#app/core/commands/confirm.server.ts";
import { useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { EventDialog } from "#app/core/commands/views/EventDialog.tsx";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { productActionPage } from "#app/domains/metaproducts/record.server.ts";

async function pageOf({ request, params }: LoaderFunctionArgs) {
  const { alias, productId = "", action = "" } = params;
  const { user, store } = await requireStorePage(request, alias, "products");
  return productActionPage(user, store, request, productId, action);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function ProductAction() {
  const { view, submitting } = useDialog<typeof loader, typeof action>();
  return <EventDialog command={view.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
