import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useMemo } from "react";
import { batchView, linesOfOldAddress } from "#app/domains/labels/batchActions.server.ts";
import { batches } from "#app/domains/labels/batches.server.ts";
import { labelsPath } from "#app/domains/labels/paths.ts";
import { isSameLabelList, readLabelSearch, refusedBarcode } from "#app/domains/labels/search.ts";
import { readLabelSettings, saveLabelSettings } from "#app/domains/labels/settings.server.ts";
import { LabelsScreen } from "#app/domains/labels/views/LabelsScreen.tsx";
import { listedProducts, previewSaid } from "#app/domains/labels/workstation.server.ts";
import { listRevalidation, useListPlace } from "#app/lists/useListPlace.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Print Label · ${data.storeName}` : "Print Label" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const { storeAlias: alias, storeName } = workstation.store;
  const state = readLabelSearch(request.url);
  const [settings, { list, error }, stored] = await Promise.all([
    readLabelSettings(request),
    listedProducts(workstation, state),
    batches.read(workstation),
  ]);
  const batch = batchView(workstation, stored, state, settings);
  const said = previewSaid(workstation, state, list, settings);
  const old = linesOfOldAddress(request.url);
  const offered = old.length > 0 ? { count: old.length, fill: JSON.stringify(old) } : undefined;
  const more = { scanProblem: refusedBarcode(request.url), offered, token: randomUUID() };
  const screen = { alias, storeName, list, error, batch, settings, said, ...more };
  return data(screen, { status: error ? 502 : 200 });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "printlabel");
  return saveLabelSettings(request, labelsPath(store.storeAlias, readLabelSearch(request.url)));
}

/** Typed values are handled in the page; only another list or barcode needs the server. */
export const shouldRevalidate = listRevalidation(isSameLabelList);

export default function PrintLabel() {
  const screen = useLoaderData<typeof loader>();
  const settingsAnswer = useActionData<typeof action>();
  const { search } = useLocation();
  const state = useMemo(() => readLabelSearch(search), [search]);
  return (
    <LabelsScreen
      key={screen.alias}
      {...screen}
      state={state}
      settingsAnswer={settingsAnswer}
      place={useListPlace()}
    />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
