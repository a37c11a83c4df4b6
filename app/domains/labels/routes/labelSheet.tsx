import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import { type Batch, printableLines, toBatchLines } from "#app/domains/labels/batch.ts";
import { withPrinted } from "#app/domains/labels/batchChanges.ts";
import { batches } from "#app/domains/labels/batches.server.ts";
import { toLastPrices } from "#app/domains/labels/lastPrices/lastPrice.ts";
import { sayPrinted } from "#app/domains/labels/lastPrices/lastPrices.server.ts";
import { labelSheetPath, labelsPath } from "#app/domains/labels/paths.ts";
import { labelSetSearch, readLabelSearch, stateFields } from "#app/domains/labels/search.ts";
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
import { readJson } from "#app/values/values.ts";

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
  const { jobs, missing, batch } = await prepareSet(workstation, state, set.labels, { media, isPaper: true });
  const { storeAlias, storeName } = workstation.store;
  if (jobs.length > 0) declinePrefetch();
  const sheet = toSheet(jobs, media);
  const fields = [...labelSetSearch.entries(set), ...stateFields(state)];
  const printed = toLastPrices(jobs, { at: Date.now(), by: nameOf(workstation.user) });
  return {
    storeName,
    sheet,
    printed:
      printed.length > 0
        ? { labels: JSON.stringify(printed), token: randomUUID(), lines: JSON.stringify(countsOf(batch)) }
        : undefined,
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
  const form = await formOf(request);
  const said = await sayPrinted(workstation, form);
  const lines = printedLines.safeParse(readJson(String(form.get("lines") ?? "")));
  if (lines.success && lines.data.length > 0) {
    const counts = new Map(lines.data);
    await batches.change(workstation, String(form.get("token")), (was) => withPrinted(was, counts));
  }
  const state = readLabelSearch(request.url);
  return redirectWithFlash(request, labelsPath(workstation.store.storeAlias, state), said);
}

const printedLines = z.array(z.tuple([z.string(), z.number()]));

/** The labels of each barcode that a sheet has of the batch. */
const countsOf = (batch: Batch | undefined): z.input<typeof printedLines> =>
  batch
    ? printableLines(toBatchLines(batch)).map(({ barcode, quantity }) => [barcode, Number(quantity)])
    : [];

export default function PrintableSheet() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <LabelSheet {...screen} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
