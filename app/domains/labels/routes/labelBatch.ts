import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { batchView } from "../batches.server.ts";
import { pricesChanged } from "../entry.ts";
import { labelsPath } from "../paths.ts";
import { applyPress } from "../presses.server.ts";
import { readLabelSearch } from "../search.ts";
import { readLabelSettings } from "../settings.server.ts";
import { requireStation } from "../stations/guard.server.ts";

/** Action only: a GET has no page of its own. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "printlabel");
  return redirect(labelsPath(store.storeAlias, readLabelSearch(request.url)));
}

/** Changes the batch, or asks for labels, at the station of the address: a script gets the batch back, a form leads on. */
export async function action({ request, params }: ActionFunctionArgs) {
  const state = readLabelSearch(request.url);
  const at = await requireStation({ request, params }, state.station);
  const isScript = request.headers.get("Accept") === "application/json";
  const { headers } = at;
  const form = await formOf(request);
  const settings = await readLabelSettings(request);
  const { to, station, ...answer } = await applyPress(at, form, request.url, settings);
  if (isScript)
    return Response.json({ ...answer, batch: batchView({ ...at, station }, state, settings) }, { headers });
  const { problem, message, changes = [] } = answer;
  const wrong = changes.length > 0 ? [pricesChanged, ...changes].join(" ") : problem;
  // What a scan led to stands in the batch.
  const hasWords = message !== undefined && !(state.gather && form.has("scan"));
  const leads =
    wrong === undefined && !hasWords
      ? redirect(to)
      : await redirectWithFlash(
          request,
          to,
          wrong ?? message ?? "",
          wrong === undefined ? "ok" : "attention",
        );
  for (const [name, value] of Object.entries(headers)) leads.headers.append(name, value);
  return leads;
}
