import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "#app/auth/guard.server.ts";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { DeedDialog } from "#app/domains/actions/views/DeedDialog.tsx";
import { requireEdiAction } from "#app/domains/edi/partner/deed.server.ts";
import { interchangeActionPage } from "#app/domains/edi/partner/pages.server.ts";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireUser(request);
  requireEdiAction(request, params.action);
  return interchangeActionPage(user, request, params.interchangeId ?? "");
}

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function InterchangeAction() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <DeedDialog deed={shown.dialog} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
