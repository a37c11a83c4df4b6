import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { CommandDialog, useDialog } from "#app/confirm/views/CommandDialog.tsx";
import { peoplePath } from "#app/domains/sessions/paths.ts";
import { endPersonPage, endSessionPage } from "#app/domains/sessions/screens.server.ts";

const pageOf = async ({ request, params: { handle = "" } }: LoaderFunctionArgs) =>
  new URL(request.url).pathname.startsWith(peoplePath)
    ? endPersonPage(await requireMay(request, "people"), handle)
    : endSessionPage(await requireMay(request, "sessions"), handle);

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function End() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <CommandDialog command={shown.dialog} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
