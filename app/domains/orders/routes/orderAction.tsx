import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerDeed, openDeed } from "#app/domains/actions/confirm.server.ts";
import { EventDialog } from "#app/domains/actions/views/EventDialog.tsx";
import { orderActionPage } from "#app/domains/orders/actionTarget.server.ts";
import { ordersOf } from "#app/domains/orders/scope.server.ts";

async function pageOf(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { orderId = "", action = "" } = args.params;
  return orderActionPage(await ordersOf(args), args.request, orderId, action);
}

export async function loader(args: LoaderFunctionArgs) {
  return openDeed(await pageOf(args), args.request);
}

export async function action(args: ActionFunctionArgs) {
  return answerDeed(await pageOf(args), args.request);
}

export default function OrderAction() {
  const opened = useLoaderData<typeof loader>();
  const { dialog } = useActionData<typeof action>() ?? opened;
  return <EventDialog deed={dialog} submitting={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
