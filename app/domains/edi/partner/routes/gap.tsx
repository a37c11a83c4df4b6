import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { useDialog } from "#app/confirm/views/CommandDialog.tsx";
import { gapPage, requireGaps } from "#app/domains/edi/partner/numbers/landing.server.ts";
import { EdiCommandDialog } from "#app/domains/edi/partner/views/EdiCommandDialog.tsx";

async function pageOf({ request }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireMay(request, "edi.takeIn");
  await requireGaps(user);
  return gapPage(user);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function Gap() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <EdiCommandDialog command={shown.dialog} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
