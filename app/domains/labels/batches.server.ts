import type { LoaderFunctionArgs } from "@remix-run/node";
import { batchSet, isOpen, isSentBatch, toBatchLines, toBatchView } from "./batch.ts";
import { jobsOf, withAllBack, withHanded, withProducts, withTaken } from "./batchChanges.ts";
import type { Batch, BatchEntry, FoundProduct } from "./batchRecord.ts";
import type { LabelSettings } from "./forms.ts";
import { choiceOf, type PrintSet } from "./jobs.ts";
import { testJob } from "./label.ts";
import type { Media, Printer } from "./labelSchemas.ts";
import { printFactsOf } from "./picture.server.ts";
import { type LabelSet, type LabelState, labelSetSearch, readLabelSearch } from "./search.ts";
import { readLabelSettings } from "./settings.server.ts";
import { fileLanguage, mediaFor } from "./settings.ts";
import { requireStation } from "./stations/guard.server.ts";
import { isOwnId } from "./stations/queue.ts";
import type { Station } from "./stations/station.ts";
import { batchOf, stations } from "./stations/stations.server.ts";
import { paperOf, toPlaceView } from "./stations/stationView.ts";
import { labelsAt, productsOf, type Workstation } from "./workstation.server.ts";

/** Print Label of a store, and the station that it works for. */
export type At = { workstation: Workstation; alias: string; station: Station; by: string };

/** What the labels of a station are rendered for: its own printer, or the one of the settings at the workstation's own. */
export const printerAt = (station: Station, settings: LabelSettings): Printer =>
  isOwnId(station.id) ? { language: fileLanguage(settings), media: mediaFor(settings) } : paperOf(station);

export function batchView({ workstation, station, by }: At, state: LabelState, settings: LabelSettings) {
  const printer = printerAt(station, settings);
  const batch = toBatchView(batchOf(station), {
    ...choiceOf(workstation.store.storeName, state),
    ...{ queue: station.jobs, isWhole: state.whole },
    noticesOf: ({ label }) => printFactsOf(label, printer).notices,
  });
  return { ...batch, station: toPlaceView(station, by, Date.now()) };
}

/** A batch with its products as they are now, each read once, under its own revision. */
export async function freshBatch(workstation: Workstation, batch: Batch): Promise<Batch> {
  const productKey = ({ product, barcode }: BatchEntry) =>
    product && "key" in product ? product.key : barcode;
  const barcodes = new Map(batch.lines.filter(isOpen).map((entry) => [productKey(entry), entry.barcode]));
  const found = await productsOf(workstation, [...barcodes.values()]);
  const now = (entry: BatchEntry): FoundProduct => {
    const read = found[barcodes.get(productKey(entry)) ?? ""];
    const { product } = entry;
    if (!product || "unread" in product || !read || "unread" in read) return read;
    return { ...product, price: read.price, otherPrices: read.otherPrices };
  };
  return { ...withProducts(batch, now), revision: batch.revision };
}

/**
 * Hands what can be printed of a batch to another station, once however often it is asked for: what is on its way there is
 * not printed again by itself, whatever comes between. `isTaken` is undefined for a batch that has changed.
 */
export async function handOver(
  { workstation, alias, station, by }: At,
  state: LabelState,
  batch: Batch,
  { name, to }: { name: string; to: string },
): Promise<{ isTaken?: boolean }> {
  const change = (next: (current: Batch) => Batch) =>
    stations.changeBatch(alias, station.id, undefined, next);
  const handed = await change((current) =>
    current.revision === batch.revision ? withHanded(batch, name) : current,
  );
  const jobs = handed ? jobsOf(batchOf(handed), name, choiceOf(workstation.store.storeName, state)) : [];
  if (jobs.length === 0) return {};
  const isTaken = (await stations.print(alias, to, jobs, { by })) !== undefined;
  await change((current) => (isTaken ? withTaken(current, name) : withAllBack(current, name)));
  return { isTaken };
}

/** The labels of an address, apart from the batch. Throws ApiError. */
export async function readSet(
  workstation: Workstation,
  state: LabelState,
  set: Exclude<LabelSet, "batch">,
  media: Media,
): Promise<PrintSet> {
  if (set === "test") return { jobs: [testJob(media)], missing: [] };
  return (await labelsAt(workstation, state)).sets[set];
}

/**
 * The labels that an address asks for, the same that the page's buttons print, with their products read again, and the
 * batch that they are of. `paper`: the size of its labels, if not the printer's. Throws ApiError.
 */
export async function requireSet(
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
  { isPaper = false, paper }: { isPaper?: boolean; paper?: Pick<Media, "widthMm" | "heightMm"> } = {},
) {
  const state = readLabelSearch(request.url);
  const at = await requireStation({ request, params }, state.station);
  const { labels: set } = labelSetSearch.read(request.url);
  const settings = await readLabelSettings(request);
  const media = { ...mediaFor(settings), ...paper };
  async function read(): Promise<PrintSet & { batch?: Batch }> {
    if (set !== "batch") return readSet(at.workstation, state, set, media);
    const stored = batchOf(at.station);
    // Of a batch that was handed over whole, paper has all of it.
    const source = isPaper && isSentBatch(stored) ? withAllBack(stored) : stored;
    const batch = await freshBatch(at.workstation, source);
    return { ...batchSet(toBatchLines(batch), choiceOf(at.workstation.store.storeName, state)), batch };
  }
  return { ...at, state, set, settings, media, ...(await read()) };
}
