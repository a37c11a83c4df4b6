import type { LoaderFunctionArgs } from "@remix-run/node";
import { confirmAction, confirmLoader } from "#app/core/commands/confirm.server.ts";
import { ConfirmDialog, useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { requireExos } from "#app/domains/exos/api.server.ts";
import { exoActionPage } from "#app/domains/exos/screens.server.ts";

async function pageOf(args: LoaderFunctionArgs) {
  const { exoId = "", action = "" } = args.params;
  return exoActionPage(await requireExos(args, "returns.act"), args.request, exoId, action);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function ExoAction() {
  const { view, submitting } = useDialog<typeof loader, typeof action>();
  return <ConfirmDialog command={view.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
