import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isNothing, noRecordOf, readPrice } from "#app/domains/labels/entry.ts";
import {
  choiceOf,
  previewLabels,
  priceText,
  printSets,
  quantityText,
  typedOver,
} from "#app/domains/labels/jobs.ts";
import { chosenProduct, sizeOfBarcode } from "#app/domains/labels/model.ts";
import { saidOf } from "#app/domains/labels/render/render.ts";
import {
  labelFilterSearch,
  readLabelSearch,
  refusedBarcode,
  startingState,
} from "#app/domains/labels/search.ts";
import { requireOwnForm, requireStation } from "#app/domains/labels/stations/guard.server.ts";
import { stationScanPath, stationScanSearch } from "#app/domains/labels/stations/paths.ts";
import { maxOpenJobs } from "#app/domains/labels/stations/queue.ts";
import {
  fateAt,
  labelsOf,
  paperOf,
  toStationLines,
  toStationView,
} from "#app/domains/labels/stations/shown.ts";
import type { Station } from "#app/domains/labels/stations/station.ts";
import { stations } from "#app/domains/labels/stations/stations.server.ts";
import { type ScannedProduct, ScanScreen } from "#app/domains/labels/stations/views/ScanScreen.tsx";
import { wasBooks, wasNote } from "#app/domains/labels/was.ts";
import { listedProducts, type Workstation } from "#app/domains/labels/workstation.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { once, tokens } from "#app/http/once.server.ts";
import { entriesOf, type SearchEntry, type SearchSource } from "#app/search/search.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Scan for ${data.station.name}` : "Scan for a station" },
];

/** The result of a scan: its product, the requested labels, or why there are none. */
async function scanned(workstation: Workstation, station: Station, from: SearchSource) {
  const { filter, quantities, price, free, was } = readLabelSearch(from);
  const { barcode } = filter;
  const refused = refusedBarcode(from);
  if (refused !== undefined || barcode === "") return { barcode, problem: refused, jobs: [] };
  const state = {
    ...startingState,
    filter: { ...labelFilterSearch.every, barcode },
    ...{ quantities, price, free, was },
  };
  const { list, error } = await listedProducts(workstation, state);
  if (error) return { barcode, problem: `Not read: ${error.message}`, jobs: [] };
  const product = chosenProduct(list?.rows ?? [], { product: "", barcode });
  if (!product) return { barcode, problem: noRecordOf(barcode), jobs: [] };
  const choice = choiceOf(workstation.store.storeName, state);
  const { jobs, missing } = printSets(product, state, choice).barcode;
  const size = sizeOfBarcode(product, barcode);
  const query = priceText(state, product);
  const over = typedOver(state, product);
  const shown: ScannedProduct = {
    name: product.name,
    detail: [product.colour, size?.size].filter(Boolean).join(", "),
    price: query,
    isNothing: isNothing(readPrice(query)),
    priceFrom: over === undefined ? (product.price.mark ?? product.price.from) : `was $${over}`,
    former: wasNote(product, was, query),
    books: wasBooks([product], was),
    sizeKey: size?.key ?? "",
    quantity: size ? quantityText(product, size, state, choice) : "",
    notices: saidOf(
      previewLabels(product, state, choice).map(({ label }) => label),
      paperOf(station),
    ).notices,
  };
  return { barcode, product: shown, problem: jobs.length === 0 ? missing.join(" ") : undefined, jobs };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workstation, alias, station } = await requireStation({ request, params });
  const { each, was } = stationScanSearch.read(request.url);
  const { jobs: _, ...found } = await scanned(workstation, station, request.url);
  const [last] = toStationLines({ ...station, jobs: station.jobs.slice(-1) });
  return {
    alias,
    station: toStationView(station, Date.now()),
    last,
    each,
    was,
    ...found,
    token: tokens.make(workstation.user),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { workstation, alias, station, by } = await requireStation({ request, params });
  const { user } = workstation;
  const { form, token } = await requireOwnForm(request, user);
  const fields = [...form].flatMap(([name, value]): SearchEntry[] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const query = [...fields, ...entriesOf(request.url)];
  const { each, was } = stationScanSearch.read(query);
  const { jobs, problem, ...found } = await scanned(workstation, station, query);
  const refuse = (why: string, status: 400 | 409) =>
    data({ ...found, each, was, problem: why, token: tokens.make(user) }, { status });
  if (jobs.length === 0) return refuse(problem ?? "Scan a barcode.", 400);
  const { outcome } = await once(user, token, async () => ({
    isTaken: (await stations.print(alias, station.id, jobs, { by })) !== undefined,
  }));
  if (!outcome.isTaken) {
    return refuse(
      `Nothing was sent: ${maxOpenJobs} labels are the most that may wait at ${station.name}.`,
      409,
    );
  }
  const [first] = jobs;
  const handed = `${labelsOf(jobs)} of ${first?.title}, $${first?.label.price} handed to ${station.name}.`;
  const said = [handed, fateAt(toStationView(station, Date.now())), ...(found.product?.notices ?? [])];
  return redirectWithFlash(request, stationScanPath(alias, station.id, { each, was }), said.join(" "));
}

export default function ScanForStation() {
  const screen = useLoaderData<typeof loader>();
  return <ScanScreen {...screen} {...useActionData<typeof action>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
