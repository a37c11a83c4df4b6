import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useMemo } from "react";
import { nameOf } from "#app/auth/user.ts";
import { refusedText } from "#app/domains/labels/batch.ts";
import { labelsPath } from "#app/domains/labels/paths.ts";
import {
  isSameLabelList,
  readLabelSearch,
  refusedBarcode,
  refusedRows,
  shownState,
} from "#app/domains/labels/search.ts";
import { readLabelSettings, saveLabelSettings } from "#app/domains/labels/settings.server.ts";
import { LabelsScreen } from "#app/domains/labels/views/LabelsScreen.tsx";
import {
  batchProducts,
  listedProducts,
  noticesOf,
  takeEntry,
  takeScan,
} from "#app/domains/labels/workstation.server.ts";
import { listRevalidation } from "#app/http/listRevalidation.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Print Label · ${data.storeName}` : "Print Label" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const { storeAlias: alias, storeName } = workstation.store;
  const requested = readLabelSearch(request.url);
  const scanProblem =
    requested.scan === "" ? refusedBarcode(request.url) : await takeScan(workstation, requested);
  const state = shownState(requested);
  const [settings, { list, error }, products] = await Promise.all([
    readLabelSettings(request),
    listedProducts(workstation, state),
    batchProducts(workstation, state),
  ]);
  const [beyond] = refusedRows(request.url);
  const addProblem = state.add
    ? takeEntry(workstation, state, list)
    : beyond && `${beyond}: ${refusedText(state.batch, beyond)}`;
  const person = nameOf(workstation.user);
  const notices = noticesOf(workstation, state, list, products, settings);
  const screen = { alias, storeName, list, error, batchProducts: products, settings, ...notices, person };
  return data({ ...screen, scanProblem, addProblem }, { status: error ? 502 : 200 });
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
  const state = useMemo(() => shownState(readLabelSearch(search)), [search]);
  return <LabelsScreen {...screen} state={state} settingsAnswer={settingsAnswer} place={useListPlace()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
