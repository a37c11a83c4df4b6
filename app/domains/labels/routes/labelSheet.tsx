import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { labelsPath } from "#app/domains/labels/paths.ts";
import { filedBatch, labelSetSearch, readLabelSearch } from "#app/domains/labels/search.ts";
import { prepareSet } from "#app/domains/labels/sets.server.ts";
import { readLabelSettings } from "#app/domains/labels/settings.server.ts";
import { mediaFor } from "#app/domains/labels/settings.ts";
import { toSheet } from "#app/domains/labels/sheet.server.ts";
import { LabelSheet } from "#app/domains/labels/views/LabelSheet.tsx";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Labels · ${data.storeName}` : "Labels" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const bench = await requireStorePage(request, params.alias, "printlabel");
  const state = readLabelSearch(request.url);
  const media = mediaFor(await readLabelSettings(request));
  const { jobs, missing } = await prepareSet(
    bench,
    filedBatch(state),
    labelSetSearch.read(request.url).labels,
    media,
  );
  const { storeAlias, storeName } = bench.store;
  return { storeName, sheet: toSheet(jobs, media), missing, backHref: labelsPath(storeAlias, state) };
}

export default function PrintableSheet() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <LabelSheet {...screen} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
