import type { LoaderFunctionArgs } from "@remix-run/node";
import { confirmAction, confirmLoader } from "#app/core/commands/confirm.server.ts";
import { useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { EventDialog } from "#app/core/commands/views/EventDialog.tsx";
import { orderActionPage } from "#app/domains/orders/record.server.ts";
import { requireOrders } from "#app/domains/orders/screens.server.ts";

async function pageOf(args: LoaderFunctionArgs) {
  const { orderId = "", action = "" } = args.params;
  return orderActionPage(await requireOrders(args, "orders.act"), args.request, orderId, action);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function OrderAction() {
  const { view, submitting } = useDialog<typeof loader, typeof action>();
  return <EventDialog command={view.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
