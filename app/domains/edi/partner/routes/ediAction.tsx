import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { useDialog } from "#app/confirm/views/CommandDialog.tsx";
import { gapPage } from "#app/domains/edi/partner/numbers/landing.server.ts";
import { ediActionPage } from "#app/domains/edi/partner/screens.server.ts";
import { EdiCommandDialog } from "#app/domains/edi/partner/views/EdiCommandDialog.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";

/** An action on an interchange or on an EDI order, or settling a gap in the control numbers. */
async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  return params.action === undefined
    ? gapPage(await requireMay(request, "edi.takeIn"))
    : ediActionPage(await requireMay(request, "edi.act"), params, orderHref);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function EdiAction() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <EdiCommandDialog command={shown.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/confirm/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
