import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerConfirmDialog, openConfirmDialog } from "#app/domains/actions/confirm.server.ts";
import { ConfirmActionDialog } from "#app/domains/actions/views/ConfirmActionDialog.tsx";
import { orderActionPage } from "#app/domains/orders/pages.server.ts";
import { ordersOf } from "#app/domains/orders/scope.server.ts";

async function open(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const whose = await ordersOf(args);
  const { orderId = "", action = "" } = args.params;
  return { user: whose.user, action, ...orderActionPage(whose, args.request, orderId, action) };
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
