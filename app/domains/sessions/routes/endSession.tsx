import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { DeedDialog } from "#app/domains/actions/views/DeedDialog.tsx";
import { endSessionPage } from "#app/domains/sessions/pages.server.ts";

const pageOf = async ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) =>
  endSessionPage(await requireMay(request, "sessions"), params.handle ?? "");

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function EndSession() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <DeedDialog deed={shown.dialog} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
