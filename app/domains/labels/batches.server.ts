import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { readableRows } from "#app/lists/listed.ts";
import { entriesOf, firstOf, type SearchEntry, type SearchSource } from "#app/search/search.ts";
import { plural, readJson } from "#app/values/values.ts";
import { batchSet, isOpen, isSentBatch, priceChanges, toBatchLines, toBatchView } from "./batch.ts";
import {
  emptied,
  fieldStart,
  jobsOf,
  maxBatchLines,
  refusedText,
  type Scanned,
  withAllBack,
  withEdits,
  withFree,
  withHanded,
  withoutLine,
  withProducts,
  withScanned,
  withTaken,
} from "./batchChanges.ts";
import { type Batch, type BatchEntry, type Edit, editedField, type FoundProduct } from "./batchRecord.ts";
import { isBarcode, noRecordOf, readBarcode, readPrice } from "./entry.ts";
import type { LabelSettings } from "./forms.ts";
import { choiceOf, type LabelJob, labelOfScan, type PrintSet, pricesOf } from "./jobs.ts";
import { testJob } from "./label.ts";
import type { Media, Printer } from "./labelSchemas.ts";
import { isOfPress, labelId } from "./labelStates.ts";
import { labelsPath, outputHref, outputPaths } from "./paths.ts";
import { saidOf } from "./picture.server.ts";
import {
  type LabelSet,
  type LabelState,
  labelFilterSearch,
  labelSetSearch,
  lookOf,
  maxEntryLength,
  readLabelSearch,
  startingState,
} from "./search.ts";
import { readLabelSettings } from "./settings.server.ts";
import { fileLanguage, mediaFor } from "./settings.ts";
import { requireStation } from "./stations/guard.server.ts";
import { fullText, isOwnId } from "./stations/queue.ts";
import { fateAt, labelsOf, paperOf, toPlaceView, toStationView } from "./stations/shown.ts";
import type { Station } from "./stations/station.ts";
import { batchOf, changedMeanwhile, stations } from "./stations/stations.server.ts";
import { labelsAt, listedProducts, productsOf, type Workstation } from "./workstation.server.ts";

/** Print Label of a store, and the station that it works for. */
export type At = { workstation: Workstation; alias: string; station: Station; by: string };

/** What the labels of a station are rendered for: its own printer, or the one of the settings at the workstation's own. */
export const printerAt = (station: Station, settings: LabelSettings): Printer =>
  isOwnId(station.id) ? { language: fileLanguage(settings), media: mediaFor(settings) } : paperOf(station);

const editsOf = (form: FormData): Edit[] =>
  entriesOf(form).flatMap(([name, value]): Edit[] => {
    if (!name.startsWith(fieldStart)) return [];
    const shown = editedField.safeParse(Object.fromEntries(entriesOf(name))).data;
    const to = value.trim().slice(0, maxEntryLength);
    return shown && shown.from !== to ? [{ ...shown, to }] : [];
  });

const filled = z
  .array(
    z.object({
      barcode: z.string().regex(/^\d{1,13}$/),
      count: z.number().int().min(1),
      price: z.string().max(20).optional(),
    }),
  )
  .max(maxBatchLines);
/** Labels for the batch, as pages and addresses of their own have them. */
export type Filled = z.input<typeof filled>;

export function batchView({ workstation, station, by }: At, state: LabelState, settings: LabelSettings) {
  const printer = printerAt(station, settings);
  const batch = toBatchView(batchOf(station), {
    ...choiceOf(workstation.store.storeName, state),
    ...{ queue: station.jobs, isWhole: state.whole },
    noticesOf: ({ label }) => saidOf(label, printer).notices,
  });
  return { ...batch, station: toPlaceView(station, by, Date.now()) };
}

/** A batch with its products as they are now, each read once, under its own revision. */
async function freshBatch(workstation: Workstation, batch: Batch): Promise<Batch> {
  const productKey = ({ product, barcode }: BatchEntry) =>
    product && "key" in product ? product.key : barcode;
  const asked = new Map(batch.lines.filter(isOpen).map((entry) => [productKey(entry), entry.barcode]));
  const found = await productsOf(workstation, [...asked.values()]);
  const now = (entry: BatchEntry): FoundProduct => {
    const read = found[asked.get(productKey(entry)) ?? ""];
    const { product } = entry;
    if (!product || "unread" in product || !read || "unread" in read) return read;
    return { ...product, price: read.price, otherPrices: read.otherPrices };
  };
  return { ...withProducts(batch, now), revision: batch.revision };
}

/** The result of a change: the station now, and what the page says. */
export type BatchAnswer = {
  station: Station;
  problem?: string | undefined;
  /** The labels that were asked for, in words. */
  said?: string;
  /** The prices that have changed since they were shown: nothing was printed. */
  changes?: string[];
  /** A person has to look at a scan before it prints. */
  isHeld?: boolean;
  to: string;
};

/** What the names of presses that ask for labels start with; the value is the press's own name. */
const printStart = "print.";
const setOf = (name: string): LabelSet => labelSetSearch.read([[labelSetSearch.names.labels, name]]).labels;

/** Applies what was typed, then what was pressed (labels#batch). */
export async function changeBatch(
  at: At,
  form: FormData,
  address: SearchSource,
  settings: LabelSettings,
): Promise<BatchAnswer> {
  const { workstation, alias, by } = at;
  const { id } = at.station;
  const fields = entriesOf(form);
  const field = (name: string) => firstOf(fields, name);
  const [print, press = ""] = fields.find(([name]) => name.startsWith(printStart)) ?? [];
  const printed = print === undefined ? undefined : setOf(print.slice(printStart.length));
  const isOfProduct = field("add") !== undefined || (printed !== undefined && printed !== "batch");
  const state = readLabelSearch(isOfProduct ? fields : address);
  const token = tokenOf(fields);
  const said: string[] = [];
  /** Changes the batch, once under the token; an edit says itself what it replaces. */
  const change = async (under: string | undefined, to: (was: Batch) => Batch): Promise<Station> =>
    (await stations.changeBatch(alias, id, under, to)) ?? at.station;

  const before = batchOf(at.station);
  const edits = editsOf(form);
  let station = at.station;
  if (edits.length > 0) {
    const started = edits.flatMap((edit) => ("barcode" in edit && edit.isRow ? edit.barcode : []));
    const products = await productsOf(workstation, started);
    station = await change(undefined, (was) => {
      const edited = withEdits(was, edits, (barcode) => products[barcode]);
      said.push(...edited.missed);
      return edited.batch;
    });
  }
  const batch = batchOf(station);
  const answer = (now: Station, more: Partial<BatchAnswer> = {}): BatchAnswer => {
    const problem = [...said, more.problem].filter(Boolean).join(" ") || undefined;
    return { to: labelsPath(alias, state), ...more, problem, station: now };
  };
  const add = (scanned: readonly Scanned[]) =>
    change(token, (was) => {
      const { batch: now, refused } = withScanned(was, scanned);
      for (const code of refused.slice(0, 1)) said.push(`${code}: ${refusedText(now, code)}`);
      return now;
    });
  /** Puts these labels into the queue, once under the name of the press. */
  async function enqueue(name: string, jobs: readonly LabelJob[], to?: string): Promise<BatchAnswer> {
    const named = jobs.map((job, index) => ({ ...job, id: labelId(name, index) }));
    const now = await stations.print(alias, id, named, { by, page: field("page") });
    const leads = to === undefined ? {} : { to };
    if (!now) return answer(station, { ...leads, problem: fullText });
    return answer(now, { ...leads, said: queuedText(now, jobs, printerAt(now, settings)) });
  }
  /** Whether the page showed the batch as it is. */
  const isShown = field("revision") === String(before.revision);

  const scanned = field("scan");
  if (scanned !== undefined) {
    const read = readBarcode(scanned);
    if (read.problem !== undefined) return answer(station, { problem: read.problem });
    const barcode = read.value;
    const filter = { ...labelFilterSearch.every, barcode };
    const to = labelsPath(alias, { ...lookOf(state), filter });
    if (state.each) {
      const found = await jobOfScan(workstation, { ...state, filter });
      if ("problem" in found) return answer(station, { to, ...found });
      return enqueue(token ?? randomUUID(), [{ ...found, scan: barcode }], to);
    }
    const { [barcode]: product } = await productsOf(workstation, [barcode]);
    if (!product || "unread" in product)
      return answer(station, { to, problem: product?.unread ?? noRecordOf(barcode) });
    const now = await add([{ barcode, count: 1, product }]);
    return answer(now, { to, said: gatheredText(batchOf(now), barcode) });
  }
  if (field("add") !== undefined) {
    const read = await entryOf(workstation, state);
    if ("problem" in read) return answer(station, { problem: read.problem });
    const next = { ...state, gather: true, quantities: {}, price: undefined, free: false };
    return answer(await add(read.scanned), { to: labelsPath(alias, next) });
  }
  const fill = filled.safeParse(readJson(field("fill") ?? ""));
  if (fill.success) {
    const barcodes = fill.data.map(({ barcode }) => barcode);
    const products = await productsOf(workstation, barcodes);
    const had = batch.lines.filter(isOpen).length;
    const now = await add(fill.data.map((one) => ({ ...one, product: products[one.barcode] })));
    if (had > 0)
      said.push(`The batch had ${plural(had, "line", "lines")} already: 'Print all' prints them too.`);
    return answer(now, { to: labelsPath(alias, { ...state, gather: true }) });
  }
  const presses: Record<string, (was: Batch, value: string) => Batch> = {
    ...{ remove: withoutLine, free: withFree },
    clear: (was) => (isShown && was.revision === batch.revision ? emptied(was) : was),
  };
  const [pressed, value = ""] = fields.find(([key]) => Object.hasOwn(presses, key)) ?? [];
  if (pressed !== undefined) {
    const now = await change(token, (was) => presses[pressed]?.(was, value) ?? was);
    const isKept = pressed === "clear" && batchOf(now).lines.length > 0;
    return answer(now, isKept ? { problem: changedMeanwhile } : {});
  }
  if (field("back") !== undefined) return answer((await stations.putBack(alias, id)) ?? station);
  if (field("again") !== undefined)
    return answer((await stations.reprintUnsent(alias, id, { by, page: field("page") })) ?? station);
  if (printed === "batch") return printBatch();
  if (printed !== undefined) return printProduct(printed);
  const output = Object.entries(outputPaths).find(([key]) => key === field("to"))?.[1];
  return answer(station, output ? { to: outputHref(output(alias), state, "batch") } : {});

  /** Asks for the labels of the product at the prices that the page shows; others are told first (labels#true-price). */
  async function printProduct(set: Exclude<LabelSet, "batch">): Promise<BatchAnswer> {
    const { media } = printerAt(station, settings);
    const read = await attempt(readSet(workstation, state, set, media));
    if (!read.ok) return answer(station, { problem: `Not read: ${read.error.message}` });
    const { jobs, missing } = read.value;
    if (jobs.length === 0) return answer(station, { problem: missing.join(" ") });
    if ((field("prices") ?? pricesOf(jobs)) !== pricesOf(jobs)) {
      const now = jobs.map(
        ({ label: { price, was } }) => `$${price}${was === undefined ? "" : `, was $${was}`}`,
      );
      const said = "Nothing was printed: the price has changed since it was shown. It is";
      return answer(station, { problem: `${said} ${now[0]} now. Press again to print that.` });
    }
    const { barcode } = state.filter;
    const isScan = state.each && barcode !== "";
    return enqueue(press, isScan ? jobs.map((job) => ({ ...job, scan: barcode })) : jobs);
  }

  /** Asks for what can be printed at the prices of now; a changed one is told first (labels#true-price). */
  async function printBatch(): Promise<BatchAnswer> {
    if (!isShown && !station.jobs.some((job) => job.id === labelId(press, 0)))
      return answer(station, { problem: changedMeanwhile });
    const fresh = await freshBatch(workstation, batch);
    const unread = fresh.lines.find(({ product }, index) => {
      const had = batch.lines[index]?.product;
      return product && "unread" in product && had && "key" in had;
    })?.product;
    if (unread && "unread" in unread) {
      const problem = `The prices could not be read again, so nothing was printed. ${unread.unread}`;
      return answer(station, { problem });
    }
    const look = choiceOf(workstation.store.storeName, state);
    const changes = priceChanges(toBatchLines(batch), toBatchLines(fresh), look.was);
    if (changes.length > 0) {
      const revision = batch.revision + 1;
      const now = await change(undefined, (was) =>
        was.revision === batch.revision ? { ...fresh, revision } : was,
      );
      return answer(now, { changes });
    }
    const who = { by, page: field("page") };
    const { station: now = station, problem } = await stations.printBatch(alias, id, fresh, {
      name: press,
      look,
      ...who,
    });
    if (problem !== undefined) return answer(now, { problem });
    const jobs = now.jobs.filter((job) => isOfPress(job.id, [press]));
    return answer(now, { said: queuedText(now, jobs, printerAt(now, settings)) });
  }
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
  const change = (next: (was: Batch) => Batch) => stations.changeBatch(alias, station.id, undefined, next);
  const handed = await change((was) => (was.revision === batch.revision ? withHanded(batch, name) : was));
  const jobs = handed ? jobsOf(batchOf(handed), name, choiceOf(workstation.store.storeName, state)) : [];
  if (jobs.length === 0) return {};
  const isTaken = (await stations.print(alias, to, jobs, { by })) !== undefined;
  await change((was) => (isTaken ? withTaken(was, name) : withAllBack(was, name)));
  return { isTaken };
}

/** The labels of an address, apart from the batch. Throws ApiError. */
async function readSet(
  workstation: Workstation,
  state: LabelState,
  set: Exclude<LabelSet, "batch">,
  media: Media,
): Promise<PrintSet> {
  if (set === "test") return { jobs: [testJob(media)], missing: [] };
  const { sets, error } = await labelsAt(workstation, state);
  if (error) throw new ApiError(error);
  return sets[set];
}

/** The label that a scan prints by itself, or why it prints none (labels#scan-and-print). */
async function jobOfScan(
  workstation: Workstation,
  { filter, ...look }: LabelState,
): Promise<LabelJob | { problem: string; isHeld?: boolean }> {
  const { list, error } = await listedProducts(workstation, { ...startingState, filter });
  if (error) return { problem: `Not read: ${error.message}` };
  const products = readableRows(list.rows);
  if (products.length === 0) return { problem: noRecordOf(filter.barcode) };
  const read = labelOfScan(
    products,
    filter.barcode,
    choiceOf(workstation.store.storeName, { ...look, filter }),
  );
  return "job" in read ? read.job : { problem: `Not printed: ${read.ask}.`, isHeld: true };
}

/**
 * '2 labels of Harbour Boot, Black, 7, $59.95 handed to Dock. The station is ready.', at a workstation's own the label alone;
 * with what can't be printed as it is.
 */
function queuedText(station: Station, jobs: readonly LabelJob[], printer: Printer): string {
  const [first] = jobs;
  if (!first) return "";
  const { title, label } = first;
  const count = labelsOf(jobs);
  const what = jobs.length === 1 ? [title, label.price && `$${label.price}`].filter(Boolean).join(", ") : "";
  const notices = new Set(jobs.flatMap((job) => saidOf(job.label, printer).notices));
  const receipt = isOwnId(station.id)
    ? [what || count]
    : [
        `${[count, what].filter(Boolean).join(" of ")} handed to ${station.name}.`,
        fateAt(toStationView(station, Date.now())),
      ];
  return [...receipt, ...notices].join(" ");
}

/** 'Harbour Boot, size 7 · $59.95 · 2 in batch'. */
function gatheredText(batch: Batch, barcode: string): string | undefined {
  const line = toBatchLines(batch).find((one) => one.barcode === barcode && !one.isSent);
  if (!line) return undefined;
  const { name, size, price, quantity } = line;
  const dollars = readPrice(price).value;
  return [
    size?.size ? `${name}, size ${size.size}` : name,
    dollars === undefined ? "no price" : `$${dollars}`,
    `${quantity || "0"} in batch`,
  ].join(" · ");
}

/** A form that is sent again counts once; another scan under its token is another one. */
function tokenOf(fields: readonly SearchEntry[]): string | undefined {
  const given = firstOf(fields, "token") ?? firstOf(fields, "add");
  const scanned = firstOf(fields, "scan");
  return given && scanned !== undefined ? `${given}.${scanned.trim()}` : given;
}

/** The typed quantities of the current product, or why they can't be added. */
async function entryOf(
  workstation: Workstation,
  state: LabelState,
): Promise<{ scanned: Scanned[] } | { problem: string }> {
  const { product, sets, error } = await labelsAt(workstation, state);
  if (error) return { problem: `Not read: ${error.message}` };
  const { jobs, missing } = sets.barcode;
  const [problem] = missing;
  if (!product || problem !== undefined) return { problem: problem ?? "" };
  const odd = jobs.find(({ label }) => !isBarcode(label.barcode));
  if (odd) {
    const { barcode } = odd.label;
    const what =
      barcode === "" ? `: print ${odd.title}, which has none,` : ` of 13 digits at most: print ${barcode}`;
    return { problem: `A batch takes barcodes${what} with Print Barcode.` };
  }
  const scanned = jobs.map(({ label: { barcode, copies, price } }) => ({
    // The price next to the button also counts for labels added before.
    price: price === product.price.text ? undefined : price,
    ...{ barcode, count: copies, product },
  }));
  return { scanned };
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
    const meant = isPaper && isSentBatch(stored) ? withAllBack(stored) : stored;
    const batch = await freshBatch(at.workstation, meant);
    return { ...batchSet(toBatchLines(batch), choiceOf(at.workstation.store.storeName, state)), batch };
  }
  return { ...at, state, set, settings, media, ...(await read()) };
}
