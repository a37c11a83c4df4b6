import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { creditDeedPage } from "#app/domains/exos/creditDeed.server.ts";
import { CreditDialog } from "#app/domains/exos/views/CreditDialog.tsx";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  return creditDeedPage(await requireMay(request, "returns.credits"), params.exoId ?? "", "owed");
}

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function CreditNotGiven() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <CreditDialog deed={shown.dialog} submitting={submitting} />;
}

export { deedTitle as meta } from "#app/domains/actions/deedTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
