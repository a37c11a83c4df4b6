import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { ediOrderActionPage } from "#app/domains/edi/partner/pages.server.ts";
import { EdiDeedDialog } from "#app/domains/edi/partner/views/EdiDeedDialog.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireMay(request, "edi.act");
  const place = { id: params.orderId ?? "", action: params.action ?? "" };
  return ediOrderActionPage(user, request, place, orderHref);
}

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function EdiOrderAction() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <EdiDeedDialog deed={shown.dialog} submitting={submitting} />;
}

export { deedTitle as meta } from "#app/domains/actions/deedTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
