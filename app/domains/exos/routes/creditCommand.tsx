import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { useDialog } from "#app/confirm/useDialog.ts";
import { creditCommandPage } from "#app/domains/exos/creditCommand.server.ts";
import { CreditDialog } from "#app/domains/exos/views/CreditDialog.tsx";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  return creditCommandPage(
    await requireMay(request, "returns.credits"),
    params.exoId ?? "",
    params.command ?? "",
  );
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function CreditCommand() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <CreditDialog command={shown.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/confirm/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
