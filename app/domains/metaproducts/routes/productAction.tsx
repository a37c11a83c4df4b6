import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { EventDialog } from "#app/domains/actions/views/EventDialog.tsx";
import { productActionPage } from "#app/domains/metaproducts/actionTarget.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  return productActionPage(user, store, request, params.productId ?? "", params.action ?? "");
}

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function ProductAction() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <EventDialog deed={shown.dialog} submitting={submitting} />;
}

export { deedTitle as meta } from "#app/domains/actions/deedTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
