import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/core/commands/confirm.server.ts";
import { ConfirmDialog, useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { removeViewPage } from "#app/features/views/pages.server.ts";

async function pageOf({ request, params: { viewId = "" } }: LoaderFunctionArgs) {
  return removeViewPage(await requireMay(request, "views"), viewId);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function RemoveView() {
  const { view, submitting } = useDialog<typeof loader, typeof action>();
  return <ConfirmDialog command={view.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
