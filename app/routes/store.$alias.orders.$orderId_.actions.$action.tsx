import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerConfirmDialog, openConfirmDialog } from "#app/domains/actions/confirm.server.ts";
import { ConfirmActionDialog } from "#app/domains/actions/views/ConfirmActionDialog.tsx";
import { orderActionPage } from "#app/domains/orders/pages.server.ts";
import { ordersOfStore } from "#app/domains/orders/scope.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

async function open({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "orders");
  const of = ordersOfStore(user, store);
  const action = params.action ?? "";
  return { user: of.user, action, ...orderActionPage(of, request, params.orderId ?? "", action) };
}

export async function loader(args: LoaderFunctionArgs) {
  const { user, closeTo, findTarget } = await open(args);
  return { dialog: await openConfirmDialog(user, args.request, findTarget), closeTo };
}

export async function action(args: ActionFunctionArgs) {
  const { user, action, closeTo, findTarget } = await open(args);
  return answerConfirmDialog(user, args.request, findTarget, action, closeTo);
}

export default function OrderAction() {
  const { dialog, closeTo } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const submitting = useNavigation().state !== "idle";
  return <ConfirmActionDialog dialog={answered ?? dialog} closeTo={closeTo} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
