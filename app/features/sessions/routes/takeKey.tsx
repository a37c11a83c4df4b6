import type { LoaderFunctionArgs } from "@remix-run/node";
import { keyedStations } from "#app/composition/stationKeys.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/core/commands/confirm.server.ts";
import { ConfirmDialog, useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { takeKeyPage } from "#app/features/sessions/screens.server.ts";

async function pageOf({ request, params: { alias = "", stationId = "" } }: LoaderFunctionArgs) {
  return takeKeyPage(keyedStations, await requireMay(request, "people"), alias, stationId);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function TakeKey() {
  const { view, submitting } = useDialog<typeof loader, typeof action>();
  return <ConfirmDialog command={view.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
