import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { requireUser } from "#app/auth/guard.server.ts";
import { answerDeed, openDeed } from "#app/domains/actions/confirm.server.ts";
import { ediOrderActionPage } from "#app/domains/edi/partner/pages.server.ts";
import { EdiDeedDialog } from "#app/domains/edi/partner/views/EdiDeedDialog.tsx";
import { orderHref } from "#app/domains/orders/paths.ts";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireUser(request);
  const place = { id: params.orderId ?? "", action: params.action ?? "" };
  return ediOrderActionPage(user, request, place, orderHref);
}

export async function loader(args: LoaderFunctionArgs) {
  return openDeed(await pageOf(args), args.request);
}

export async function action(args: ActionFunctionArgs) {
  return answerDeed(await pageOf(args), args.request);
}

export default function EdiOrderAction() {
  const opened = useLoaderData<typeof loader>();
  const { dialog } = useActionData<typeof action>() ?? opened;
  return <EdiDeedDialog deed={dialog} submitting={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
