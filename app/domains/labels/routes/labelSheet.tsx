import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { nameOf } from "#app/auth/user.ts";
import { toLastPrices } from "#app/domains/labels/lastPrices/lastPrice.ts";
import { sayPrinted } from "#app/domains/labels/lastPrices/printed.server.ts";
import { labelSheetPath, labelsPath } from "#app/domains/labels/paths.ts";
import { filedBatch, labelSetSearch, readLabelSearch, stateFields } from "#app/domains/labels/search.ts";
import { prepareSet } from "#app/domains/labels/sets.server.ts";
import { readLabelSettings } from "#app/domains/labels/settings.server.ts";
import { mediaFor } from "#app/domains/labels/settings.ts";
import { toSheet } from "#app/domains/labels/sheet.server.ts";
import { labelStockSearch, mediaOfStock, readStart, stocks } from "#app/domains/labels/stock.ts";
import { LabelSheet } from "#app/domains/labels/views/LabelSheet.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf } from "#app/http/forms/read.ts";
import { declinePrefetch } from "#app/http/prefetch.server.ts";
import { searchOf } from "#app/search/search.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Labels · ${data.storeName}` : "Labels" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const state = readLabelSearch(request.url);
  const roll = mediaFor(await readLabelSettings(request));
  const set = labelSetSearch.read(request.url);
  const { stock: name, start: requested } = labelStockSearch.read(request.url);
  const stock = name && stocks[name];
  const media = stock ? mediaOfStock(stock, roll) : roll;
  const { jobs, missing } = await prepareSet(workstation, filedBatch(state), set.labels, media);
  const { storeAlias, storeName } = workstation.store;
  if (jobs.length > 0) declinePrefetch();
  const sheet = toSheet(jobs, media);
  const fields = [...labelSetSearch.entries(set), ...stateFields(state)];
  const printed = toLastPrices(jobs, { at: Date.now(), by: nameOf(workstation.user) });
  return {
    storeName,
    sheet,
    printed: printed.length > 0 ? JSON.stringify(printed) : undefined,
    stocked: stock && { stock, ...readStart(stock, requested) },
    here: `${labelSheetPath(storeAlias)}${searchOf(fields)}`,
    choice: {
      action: labelSheetPath(storeAlias),
      names: labelStockSearch.names,
      fields,
      stock: name ?? "",
      start: requested,
    },
    missing,
    backHref: labelsPath(storeAlias, state),
  };
}

/** A person says that the labels of this sheet, or of the file of them, were printed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const said = await sayPrinted(workstation, await formOf(request));
  const state = readLabelSearch(request.url);
  const isBatch = labelSetSearch.read(request.url).labels === "batch";
  const batch = isBatch ? state.batch.map((entry) => ({ ...entry, isSent: true as const })) : state.batch;
  return redirectWithFlash(request, labelsPath(workstation.store.storeAlias, { ...state, batch }), said);
}

export default function PrintableSheet() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <LabelSheet {...screen} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
