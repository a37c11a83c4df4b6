import { randomUUID } from "node:crypto";
import { z } from "zod";
import { attempt } from "#app/core/api/api.server.ts";
import { readableRows } from "#app/core/lists/listed.ts";
import { entriesOf, firstOf, type SearchEntry, type SearchSource } from "#app/core/search/search.ts";
import { plural, readJson } from "#app/core/values/values.ts";
import { doubtfulLines, isOpen, priceChanges, toBatchLines } from "./batch.ts";
import {
  emptied,
  fieldStart,
  maxBatchLines,
  refusedText,
  type Scanned,
  withEdits,
  withFree,
  withoutLine,
  withScanned,
} from "./batchChanges.ts";
import { type At, freshBatch, printerAt, readSet } from "./batches.server.ts";
import { type Batch, type Edit, editedField } from "./batchRecord.ts";
import { isBarcode, noRecordOf, readBarcode } from "./entry.ts";
import type { LabelSettings } from "./forms.ts";
import { choiceOf, type LabelJob, labelOfScan, pricesOf, scanText } from "./jobs.ts";
import type { Printer } from "./labelSchemas.ts";
import { isOfPress, labelId } from "./labelStates.ts";
import { barcodeOnFile } from "./model.ts";
import { labelsPath, outputHref, outputPaths } from "./paths.ts";
import { printFactsOf } from "./picture.server.ts";
import {
  type LabelSet,
  type LabelState,
  labelFilterSearch,
  lookOf,
  maxEntryLength,
  readLabelSearch,
  startingState,
} from "./search.ts";
import { fullText, isOwnId } from "./stations/queue.ts";
import type { Station } from "./stations/station.ts";
import { batchOf, changedMeanwhile, stations } from "./stations/stations.server.ts";
import { fateAt, labelsOf, toStationView } from "./stations/stationView.ts";
import { labelsAt, listedProducts, productsOf, type Workstation } from "./workstation.server.ts";

const editsOf = (fields: readonly SearchEntry[]): Edit[] =>
  fields.flatMap(([name, value]): Edit[] => {
    if (!name.startsWith(fieldStart)) return [];
    const field = editedField.safeParse(Object.fromEntries(entriesOf(name))).data;
    const to = value.trim().slice(0, maxEntryLength);
    return field && field.from !== to ? [{ ...field, to }] : [];
  });

/** Labels for the batch, as 'Wrong labels' has them. */
const filled = z
  .array(z.object({ barcode: z.string().refine(isBarcode), count: z.number().int().min(1) }))
  .max(maxBatchLines);

/** The result of a press: the station now, and what the page says. */
type PressAnswer = {
  station: Station;
  problem?: string | undefined;
  /** The labels that were asked for, in words. */
  message?: string | undefined;
  /** The prices that have changed since they were shown: nothing was printed. */
  changes?: string[];
  /** A person has to look at a scan before it prints. */
  isHeld?: boolean;
  to: string;
};

/** Applies what was typed, then what was pressed (labels#batch). */
export async function applyPress(
  at: At,
  form: FormData,
  address: SearchSource,
  settings: LabelSettings,
): Promise<PressAnswer> {
  const { workstation, alias, by } = at;
  const { id } = at.station;
  const fields = entriesOf(form);
  const field = (name: string) => firstOf(fields, name);
  // The list has a field of that name, too, which comes first.
  const who = { by, page: fields.findLast(([name]) => name === "page")?.[1] };
  const token = tokenOf(fields);
  const problems: string[] = [];
  /** Changes the batch, once under the token; an edit says itself what it replaces. */
  const change = async (under: string | undefined, to: (current: Batch) => Batch): Promise<Station> =>
    (await stations.changeBatch(alias, id, under, to)) ?? at.station;

  const before = batchOf(at.station);
  const edits = editsOf(fields);
  let station = at.station;
  if (edits.length > 0) {
    const started = edits.flatMap((edit) => ("barcode" in edit && edit.isRow ? edit.barcode : []));
    const products = await productsOf(workstation, started);
    station = await change(undefined, (current) => {
      const edited = withEdits(current, edits, (barcode) => products[barcode]);
      problems.push(...edited.missed);
      return edited.batch;
    });
  }
  const batch = batchOf(station);
  /** Whether the page showed the batch as it is. */
  const isShown = field("revision") === String(before.revision);

  /** What a form can press, by the name of its button or field, with the value of that; of several the first counts. */
  const presses: Record<string, (value: string) => Promise<PressAnswer>> = {
    async scan(scanned) {
      const { value: code, problem } = readBarcode(scanned);
      if (code === undefined) return answer(station, { problem });
      const filter = { ...labelFilterSearch.every, barcode: code };
      const to = labelsPath(alias, { ...lookOf(state), filter });
      if (state.each) {
        const found = await jobOfScan(workstation, { ...state, filter });
        if ("problem" in found) return answer(station, { to, ...found });
        return { ...(await enqueue(token ?? randomUUID(), [{ ...found, scan: code }])), to };
      }
      const { [code]: product } = await productsOf(workstation, [code]);
      if (!product || "unread" in product)
        return answer(station, { to, problem: product?.unread ?? noRecordOf(code) });
      const barcode = barcodeOnFile(product, code);
      const now = await add([{ barcode, count: 1, product }]);
      return answer(now, { to, message: gatheredText(batchOf(now), barcode) });
    },
    async add() {
      const { product, sets } = await labelsAt(workstation, state);
      const { jobs, missing } = sets.barcode;
      const [problem = noBarcodeText(jobs)] = missing;
      if (!product || problem !== undefined) return answer(station, { problem });
      const scanned = jobs.map(({ label: { barcode, copies, price } }) => ({
        // The price next to the button also counts for labels added before.
        price: price === product.price.text ? undefined : price,
        ...{ barcode, count: copies, product },
      }));
      const next = { ...state, gather: true, quantities: {}, price: undefined, free: false };
      return answer(await add(scanned), { to: labelsPath(alias, next) });
    },
    async fill(labels) {
      const read = filled.safeParse(readJson(labels)).data ?? [];
      const products = await productsOf(
        workstation,
        read.map(({ barcode }) => barcode),
      );
      const had = batch.lines.filter(isOpen).length;
      const now = await add(read.map((one) => ({ ...one, product: products[one.barcode] })));
      if (had > 0)
        problems.push(`The batch had ${plural(had, "line", "lines")} already: 'Print all' prints them too.`);
      return answer(now, { to: labelsPath(alias, { ...state, gather: true }) });
    },
    "print.batch": printBatch,
    "print.barcode": (press) => printProduct("barcode", press),
    "print.design": (press) => printProduct("design", press),
    "print.test": (press) => printProduct("test", press),
    remove: async (key) => answer(await change(token, (current) => withoutLine(current, key))),
    free: async (key) => answer(await change(token, (current) => withFree(current, key))),
    async clear() {
      const now = await change(token, (current) =>
        isShown && current.revision === batch.revision ? emptied(current) : current,
      );
      return answer(now, batchOf(now).lines.length > 0 ? { problem: changedMeanwhile } : {});
    },
    async back(which) {
      const isDoubtful = which === "doubtful";
      // More of them may be in doubt by now than the page named.
      if (isDoubtful && !isShown) return answer(station, { problem: changedMeanwhile });
      const now = (await stations.putBack(alias, id, isDoubtful ? "doubtful" : "others")) ?? station;
      const left = doubtfulLines(toBatchLines(batchOf(now)), now.jobs).length;
      return answer(now, left === 0 ? {} : { problem: "What may have been printed is not put back." });
    },
    again: async () => answer((await stations.reprintUnsent(alias, id, who)) ?? station),
    async to(name) {
      const output = Object.entries(outputPaths).find(([key]) => key === name)?.[1];
      return answer(station, output ? { to: outputHref(output(alias), state, "batch") } : {});
    },
  };
  const name = Object.keys(presses).find((one) => field(one) !== undefined) ?? "";
  const isOfProduct = name === "add" || (name.startsWith("print.") && name !== "print.batch");
  const state = readLabelSearch(isOfProduct ? fields : address);
  const read = await attempt(presses[name]?.(field(name) ?? "") ?? Promise.resolve(answer(station)));
  return read.ok ? read.value : answer(station, { problem: `Not read: ${read.error.message}` });

  function answer(now: Station, more: Partial<PressAnswer> = {}): PressAnswer {
    const problem = [...problems, more.problem].filter(Boolean).join(" ") || undefined;
    return { to: labelsPath(alias, state), ...more, problem, station: now };
  }

  function add(scanned: readonly Scanned[]): Promise<Station> {
    return change(token, (current) => {
      const { batch: now, refused } = withScanned(current, scanned);
      for (const code of refused.slice(0, 1)) problems.push(`${code}: ${refusedText(now, code)}`);
      return now;
    });
  }

  /** Puts these labels into the queue, once under the name of the press. */
  async function enqueue(press: string, jobs: readonly LabelJob[]): Promise<PressAnswer> {
    const named = jobs.map((job, index) => ({ ...job, id: labelId(press, index) }));
    const now = await stations.print(alias, id, named, who);
    if (!now) return answer(station, { problem: fullText });
    return answer(now, { message: queuedText(now, jobs, printerAt(now, settings)) });
  }

  /** Prints the product's labels at the prices of the page; a changed price is reported instead (labels#true-price). */
  async function printProduct(set: Exclude<LabelSet, "batch">, press: string): Promise<PressAnswer> {
    const { media } = printerAt(station, settings);
    const { jobs, missing } = await readSet(workstation, state, set, media);
    if (jobs.length === 0) return answer(station, { problem: missing.join(" ") });
    if ((field("prices") ?? pricesOf(jobs)) !== pricesOf(jobs)) {
      const [now] = jobs.map(
        ({ label: { price, was } }) => `$${price}${was === undefined ? "" : `, was $${was}`}`,
      );
      const refusal = "Nothing was printed: the price has changed since it was shown. It is";
      return answer(station, { problem: `${refusal} ${now} now. Press again to print that.` });
    }
    const { barcode } = state.filter;
    const isScan = state.each && barcode !== "";
    return enqueue(press, isScan ? jobs.map((job) => ({ ...job, scan: barcode })) : jobs);
  }

  /** Prints the complete lines at current prices; a changed price is reported instead (labels#true-price). */
  async function printBatch(press: string): Promise<PressAnswer> {
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
      const now = await change(undefined, (current) =>
        current.revision === batch.revision ? { ...fresh, revision } : current,
      );
      return answer(now, { changes });
    }
    const { station: now = station, problem } = await stations.printBatch(alias, id, fresh, {
      ...{ name: press, look },
      ...who,
    });
    const jobs = now.jobs.filter((job) => isOfPress(job.id, [press]));
    const queuedWords = problem === undefined ? queuedText(now, jobs, printerAt(now, settings)) : undefined;
    return answer(now, { problem, message: queuedWords });
  }
}

/** The label that a scan prints by itself, or why it prints none (labels#scan-and-print). */
async function jobOfScan(
  workstation: Workstation,
  state: LabelState,
): Promise<LabelJob | { problem: string; isHeld?: boolean }> {
  const { filter } = state;
  const { rows } = await listedProducts(workstation, { ...startingState, filter });
  const products = readableRows(rows);
  if (products.length === 0) return { problem: noRecordOf(filter.barcode) };
  const read = labelOfScan(products, choiceOf(workstation.store.storeName, state));
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
  const notices = new Set(jobs.flatMap((job) => printFactsOf(job.label, printer).notices));
  const receipt = isOwnId(station.id)
    ? [what || count]
    : [
        `${[count, what].filter(Boolean).join(" of ")} handed to ${station.name}.`,
        fateAt(toStationView(station, Date.now())),
      ];
  return [...receipt, ...notices].join(" ");
}

/** The line of the batch that a scan was added to, in words. */
function gatheredText(batch: Batch, barcode: string): string | undefined {
  const line = toBatchLines(batch).find((one) => one.barcode === barcode && !one.isSent);
  return line && scanText(line.name, line.size?.size, line.price, `${line.quantity || "0"} in batch`);
}

/** A form that is sent again counts once; another scan under its token is another one. */
function tokenOf(fields: readonly SearchEntry[]): string | undefined {
  const given = firstOf(fields, "token") ?? firstOf(fields, "add");
  const scanned = firstOf(fields, "scan");
  return given && scanned !== undefined ? `${given}.${scanned.trim()}` : given;
}

/** Why these labels can't be added to a batch; undefined if they can. */
function noBarcodeText(jobs: readonly LabelJob[]): string | undefined {
  const odd = jobs.find(({ label }) => !isBarcode(label.barcode));
  if (!odd) return undefined;
  const { barcode } = odd.label;
  const what =
    barcode === "" ? `: print ${odd.title}, which has none,` : ` of 13 digits at most: print ${barcode}`;
  return `A batch takes barcodes${what} with Print Barcode.`;
}
