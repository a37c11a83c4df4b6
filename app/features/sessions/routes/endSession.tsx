import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/core/commands/confirm.server.ts";
import { ConfirmDialog, useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { endSessionPage } from "#app/features/sessions/screens.server.ts";

async function pageOf({ request, params: { handle = "" } }: LoaderFunctionArgs) {
  return endSessionPage(await requireMay(request, "sessions"), handle);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function EndSession() {
  const { view, submitting } = useDialog<typeof loader, typeof action>();
  return <ConfirmDialog command={view.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
