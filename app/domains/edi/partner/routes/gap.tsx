import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { gapPage, requireGaps } from "#app/domains/edi/partner/numbers/gap.server.ts";
import { EdiDeedDialog } from "#app/domains/edi/partner/views/EdiDeedDialog.tsx";

async function pageOf({ request }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireMay(request, "edi.takeIn");
  await requireGaps(user);
  return gapPage(user);
}

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function Gap() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <EdiDeedDialog deed={shown.dialog} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
