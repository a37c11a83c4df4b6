import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { EventDialog } from "#app/domains/actions/views/EventDialog.tsx";
import { orderActionPage } from "#app/domains/orders/actionTarget.server.ts";
import { ordersOf } from "#app/domains/orders/scope.server.ts";

async function pageOf(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { orderId = "", action = "" } = args.params;
  return orderActionPage(await ordersOf(args, "orders.act"), args.request, orderId, action);
}

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function OrderAction() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <EventDialog deed={shown.dialog} submitting={submitting} />;
}

export { deedTitle as meta } from "#app/domains/actions/deedTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
