import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { CommandDialog, useDialog } from "#app/confirm/views/CommandDialog.tsx";
import { endSessionPage } from "#app/domains/sessions/screens.server.ts";

const pageOf = async ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) =>
  endSessionPage(await requireMay(request, "sessions"), params.handle ?? "");

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function EndSession() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <CommandDialog command={shown.dialog} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
