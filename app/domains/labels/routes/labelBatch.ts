import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf } from "#app/http/forms/read.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { batchView, changeBatch } from "../batches.server.ts";
import { labelsPath } from "../paths.ts";
import { readLabelSearch } from "../search.ts";
import { readLabelSettings } from "../settings.server.ts";

/** Action only: a GET has no page of its own. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "printlabel");
  return redirect(labelsPath(store.storeAlias, readLabelSearch(request.url)));
}

/** Changes the batch: a script gets it back, a form leads on. */
export async function action({ request, params }: ActionFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const isScript = request.headers.get("Accept") === "application/json";
  const { to, batch, ...said } = await changeBatch(workstation, await formOf(request), request.url);
  if (isScript) {
    const settings = await readLabelSettings(request);
    const shown = batchView(workstation, batch, readLabelSearch(request.url), settings);
    return Response.json({ ...said, batch: shown });
  }
  return said.problem === undefined
    ? redirect(to)
    : redirectWithFlash(request, to, said.problem, "attention");
}
