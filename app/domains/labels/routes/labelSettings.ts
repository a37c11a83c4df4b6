import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { labelsPath } from "../paths.ts";
import { savePrinterChoice } from "../settings.server.ts";

/** Action only: a GET has no page of its own. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "printlabel");
  return redirect(labelsPath(store.storeAlias));
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireStorePage(request, params.alias, "printlabel");
  return savePrinterChoice(request);
}
