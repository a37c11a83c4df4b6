import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerDeed, openDeed } from "#app/domains/actions/confirm.server.ts";
import { EventDialog } from "#app/domains/actions/views/EventDialog.tsx";
import { productActionPage } from "#app/domains/metaproducts/actionTarget.server.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  return productActionPage(user, store, request, params.productId ?? "", params.action ?? "");
}

export async function loader(args: LoaderFunctionArgs) {
  return openDeed(await pageOf(args), args.request);
}

export async function action(args: ActionFunctionArgs) {
  return answerDeed(await pageOf(args), args.request);
}

export default function ProductAction() {
  const opened = useLoaderData<typeof loader>();
  const { dialog } = useActionData<typeof action>() ?? opened;
  return <EventDialog deed={dialog} submitting={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
