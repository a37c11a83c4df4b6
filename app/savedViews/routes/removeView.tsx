import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { DeedDialog } from "#app/domains/actions/views/DeedDialog.tsx";
import { removeViewPage } from "#app/domains/removeView.server.ts";

const pageOf = async ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) =>
  removeViewPage(await requireMay(request, "views"), params.viewId ?? "");

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function RemoveView() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <DeedDialog deed={shown.dialog} submitting={submitting} />;
}

export { deedTitle as meta } from "#app/domains/actions/deedTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
