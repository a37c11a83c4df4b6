import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { answerEdiOrderReview } from "#app/domains/edi/partner/screens.server.ts";
import { EdiOrderDetailPanel } from "#app/domains/edi/partner/views/EdiOrderDetailPanel.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";
import { ediOrderPages } from "#app/domains/recordPages.server.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(
    matches,
    data?.panel.shown
      ? panelWords(
          `Order ${data.panel.detail.orderNumber || data.panel.detail.documentIdentifier || data.panel.detail.id}`,
          data.panel.detail,
        )
      : [],
  );

export const loader = ediOrderPages.panel;

export async function action({ request, params }: ActionFunctionArgs) {
  return answerEdiOrderReview(await requireMay(request, "edi.act"), request, params.orderId ?? "", orderHref);
}

export default function EdiOrder() {
  const { panel, flash, review } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  return (
    <EdiOrderDetailPanel
      loaded={panel}
      flash={flash}
      review={answered?.review ?? review}
      submitting={useNavigation().state !== "idle"}
    />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
