import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerConfirmDialog, openConfirmDialog } from "#app/domains/actions/confirm.server.ts";
import { ConfirmActionDialog } from "#app/domains/actions/views/ConfirmActionDialog.tsx";
import { findActionTarget } from "#app/domains/metaproducts/actionTarget.server.ts";
import { productPath, productsPath } from "#app/domains/metaproducts/paths.ts";
import { readProductPlace, readProductSearch } from "#app/domains/metaproducts/search.ts";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

async function open({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const { searchParams } = new URL(request.url);
  const filter = readProductSearch(searchParams);
  const { group, opener } = readProductPlace(searchParams);
  const id = params.productId ?? "";
  const action = params.action ?? "";
  const closeTo =
    opener === "detail"
      ? productPath(store.storeAlias, filter, { id, group })
      : productsPath(store.storeAlias, filter);
  const findTarget = () => findActionTarget(user, store, { id, group }, filter, action);
  return { user, action, closeTo, findTarget };
}

export async function loader(args: LoaderFunctionArgs) {
  const { user, closeTo, findTarget } = await open(args);
  return { dialog: await openConfirmDialog(user, args.request, findTarget), closeTo };
}

export async function action(args: ActionFunctionArgs) {
  const { user, action, closeTo, findTarget } = await open(args);
  return answerConfirmDialog(user, args.request, findTarget, action, closeTo);
}

export default function ProductAction() {
  const { dialog, closeTo } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const submitting = useNavigation().state !== "idle";
  return <ConfirmActionDialog dialog={answered ?? dialog} closeTo={closeTo} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
