import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { Records } from "#app/records/records.server.ts";
import { entriesOf, firstOf, type SearchSource } from "#app/search/search.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { plural, readJson } from "#app/values/values.ts";
import { batchSet, isOpen, isSentBatch, priceChanges, toBatchLines, toBatchView } from "./batch.ts";
import {
  emptied,
  emptyBatch,
  fieldStart,
  handedOver,
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
import {
  type Batch,
  type BatchEntry,
  type Edit,
  editedField,
  type FoundProduct,
  storedBatch,
} from "./batchRecord.ts";
import { isBarcode, noRecordOf, readBarcode } from "./entry.ts";
import type { LabelSettings } from "./forms.ts";
import { choiceOf, type PrintSet } from "./jobs.ts";
import { testJob } from "./label.ts";
import type { Media } from "./labelSchemas.ts";
import { labelsPath, outputHref, outputPaths } from "./paths.ts";
import { saidOf } from "./picture.server.ts";
import {
  type LabelState,
  labelFilterSearch,
  labelSetSearch,
  lookOf,
  maxEntryLength,
  readLabelSearch,
} from "./search.ts";
import { readLabelSettings } from "./settings.server.ts";
import { fileLanguage, mediaFor } from "./settings.ts";
import { fullText, isOwnId } from "./stations/queue.ts";
import { stations } from "./stations/stations.server.ts";
import { labelsAt, productsOf, type Workstation } from "./workstation.server.ts";

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

/** The lines of a batch in an address, as Print Label had it before its record; other parts of such an address are gone. */
export function linesOfOldAddress(url: string): Filled {
  const entries = entriesOf(url);
  return entries.flatMap(([name, value]) => {
    const barcode = /^[bsq]\.(\d{1,13})$/.exec(name)?.[1];
    const count = Number(value);
    if (barcode === undefined || !Number.isInteger(count) || count < 1) return [];
    const price = entries.find(([other]) => other === `bp.${barcode}`)?.[1];
    return { barcode, count, price };
  });
}

export function batchView({ store }: Workstation, batch: Batch, state: LabelState, settings: LabelSettings) {
  const printer = { language: fileLanguage(settings), media: mediaFor(settings) };
  return toBatchView(batch, {
    ...choiceOf(store.storeName, state),
    isWhole: state.whole,
    noticesOf: ({ label }) => saidOf(label, printer).notices,
  });
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

/** The result of a change: the batch now, and what the page says or prints. */
export type BatchAnswer = {
  batch: Batch;
  problem?: string | undefined;
  /** The prices that have changed since they were shown: nothing was printed. */
  changes?: string[];
  to: string;
};

const changedMeanwhile = "The batch has changed meanwhile. Look at it, then press again.";

/** Applies what was typed, then what was pressed (labels#batch). */
export async function changeBatch(
  workstation: Workstation,
  form: FormData,
  address: SearchSource,
): Promise<BatchAnswer> {
  const fields = entriesOf(form);
  const field = (name: string) => firstOf(fields, name);
  const token = field("token") ?? field("add");
  const state = readLabelSearch(field("add") === undefined ? address : fields);
  const alias = workstation.store.storeAlias;
  const to = labelsPath(alias, state);

  const before = await batches.read(workstation);
  const edits = editsOf(form);
  const said: string[] = [];
  let batch = before;
  if (edits.length > 0) {
    const started = edits.flatMap((edit) => ("barcode" in edit && edit.isRow ? edit.barcode : []));
    const products = await productsOf(workstation, started);
    batch = await batches.change(workstation, undefined, (was) => {
      const edited = withEdits(was, edits, (barcode) => products[barcode]);
      said.push(...edited.missed);
      return edited.batch;
    });
  }
  const answer = (now: Batch, more: Partial<BatchAnswer> = {}): BatchAnswer => {
    const problem = [...said, more.problem].filter(Boolean).join(" ") || undefined;
    return { to, ...more, problem, batch: now };
  };
  const add = (scanned: readonly Scanned[]) =>
    batches.change(workstation, token, (was) => {
      const { batch: now, refused } = withScanned(was, scanned);
      for (const code of refused.slice(0, 1)) said.push(`${code}: ${refusedText(now, code)}`);
      return now;
    });
  /** Whether the page showed the batch as it is. */
  const isShown = field("revision") === String(before.revision);

  const scanned = field("scan");
  if (scanned !== undefined) {
    const read = readBarcode(scanned);
    if (read.problem !== undefined) return answer(batch, { problem: read.problem });
    const barcode = read.value;
    const next = labelsPath(alias, { ...lookOf(state), filter: { ...labelFilterSearch.every, barcode } });
    const { [barcode]: product } = await productsOf(workstation, [barcode]);
    if (!product || "unread" in product)
      return answer(batch, { to: next, problem: product?.unread ?? noRecordOf(barcode) });
    return answer(await add([{ barcode, count: 1, product }]), { to: next });
  }
  if (field("add") !== undefined) {
    const read = await entryOf(workstation, state);
    if ("problem" in read) return answer(batch, { problem: read.problem });
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
    ...{ remove: withoutLine, free: withFree, back: (was) => withAllBack(was) },
    clear: (was) => (isShown && was.revision === batch.revision ? emptied(was) : was),
  };
  const [press, value = ""] = fields.find(([key]) => Object.hasOwn(presses, key)) ?? [];
  if (press !== undefined) {
    const now = await batches.change(workstation, token, (was) => presses[press]?.(was, value) ?? was);
    return answer(now, press === "clear" && now.lines.length > 0 ? { problem: changedMeanwhile } : {});
  }
  const name = field("print");
  if (name !== undefined) {
    const to = { name, station: field("station") ?? "", page: field("page") ?? "" };
    if (!isOwnId(to.station)) return answer(batch);
    const isKnown = batch.lines.some(({ handed }) => handed === name);
    if (isKnown || isShown) return printBatch(batch, to, isKnown);
    const there = await stations.read(alias, to.station);
    const isDone = there?.jobs.some(({ id }) => id === labelId(name, 0));
    return answer(batch, isDone ? {} : { problem: changedMeanwhile });
  }
  const output = Object.entries(outputPaths).find(([key]) => key === field("to"))?.[1];
  return answer(batch, output ? { to: outputHref(output(alias), state, "batch") } : {});

  /** Hands over what can be printed at the prices of now; a changed one is reported first (labels#true-price). */
  async function printBatch(stored: Batch, to: HandOver, isKnown: boolean): Promise<BatchAnswer> {
    const fresh = isKnown ? stored : await freshBatch(workstation, stored);
    const lines = toBatchLines(stored);
    const unread = fresh.lines.find(({ product }, at) => {
      const had = stored.lines[at]?.product;
      return product && "unread" in product && had && "key" in had;
    })?.product;
    if (unread && "unread" in unread) {
      const problem = `The prices could not be read again, so nothing was printed. ${unread.unread}`;
      return answer(stored, { problem });
    }
    const changes = priceChanges(lines, toBatchLines(fresh));
    if (changes.length > 0) {
      const revision = stored.revision + 1;
      const now = await batches.change(workstation, undefined, (was) =>
        was.revision === stored.revision ? { ...fresh, revision } : was,
      );
      return answer(now, { changes });
    }
    const { batch: now, isTaken } = await handOver(workstation, state, fresh, to);
    if (isTaken) return answer(now);
    return answer(now, { problem: isTaken === undefined ? changedMeanwhile : fullText });
  }
}

/** A hand-over of a batch's labels to a station, under a name of its own. */
type HandOver = { name: string; station: string; page?: string };

const labelId = (name: string, at: number): string => `${name}n${at}`;

/**
 * Hands what can be printed of a batch to a station, once however often it is asked for: what is on its way there is not
 * printed again by itself, whatever comes between. `isTaken` is undefined for a batch that has changed.
 */
export async function handOver(
  workstation: Workstation,
  state: LabelState,
  batch: Batch,
  { name, station, page }: HandOver,
): Promise<{ batch: Batch; isTaken?: boolean }> {
  const { storeAlias, storeName } = workstation.store;
  const handed = await batches.change(workstation, undefined, (was) =>
    was.revision === batch.revision ? withHanded(batch, name) : was,
  );
  const lines = toBatchLines(handedOver(handed, name));
  const { jobs } = batchSet(lines, choiceOf(storeName, state));
  if (jobs.length === 0) return { batch: handed };
  const named = jobs.map((job, at) => ({ ...job, id: labelId(name, at) }));
  const isTaken = await stations.print(storeAlias, station, named, { by: nameOf(workstation.user), page });
  const now = await batches.change(workstation, undefined, (was) =>
    isTaken ? withTaken(was, name) : withAllBack(was, name),
  );
  return { batch: now, isTaken };
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

const ttlSeconds = 30 * 24 * 3600;
const lockSeconds = 10;
/** Submissions known by their tokens: many times those that may be on their way. */
const storedTokens = 100;

export type BatchOwner = { user: { subject: string }; store: { storeAlias: string } };

/** The batches of people in stores (labels#batch). A batch is one record, changed under a lock. */
export function createBatches(stored: Records) {
  const keyOf = ({ user, store }: BatchOwner) => `label-batch:${store.storeAlias}:${user.subject}`;
  const nothing = { ...emptyBatch, done: [] };

  return {
    read: async (owner: BatchOwner): Promise<Batch> => {
      const { done: _, ...batch } = (await stored.get(keyOf(owner), storedBatch, ttlSeconds)) ?? nothing;
      return batch;
    },
    /** Changes a batch; a submission under the token of an earlier one changes nothing. */
    change: (owner: BatchOwner, token: string | undefined, to: (was: Batch) => Batch): Promise<Batch> =>
      stored.withLock(keyOf(owner), lockSeconds, async (locked) => {
        const { done, ...was } = (await locked.get(keyOf(owner), storedBatch)) ?? nothing;
        if (token !== undefined && done.includes(token)) return was;
        const next = to(was);
        const known = token === undefined ? done : [...done, token].slice(-storedTokens);
        if (next !== was) await locked.set(keyOf(owner), { ...next, done: known }, ttlSeconds);
        return next;
      }),
  };
}

export const batches = createBatches(records);

/**
 * The labels that an address asks for, the same that the page's buttons print, with their products read again, and the
 * batch that they are of. `paper`: the size of its labels, if not the printer's. Throws ApiError.
 */
export async function requireSet(
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
  { isPaper = false, paper }: { isPaper?: boolean; paper?: Pick<Media, "widthMm" | "heightMm"> } = {},
) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const state = readLabelSearch(request.url);
  const { labels: set } = labelSetSearch.read(request.url);
  const settings = await readLabelSettings(request);
  const media = { ...mediaFor(settings), ...paper };
  async function read(): Promise<PrintSet & { batch?: Batch }> {
    if (set === "test") return { jobs: [testJob(media)], missing: [] };
    if (set === "batch") {
      const stored = await batches.read(workstation);
      // Of a batch that was handed over whole, paper has all of it.
      const meant = isPaper && isSentBatch(stored) ? withAllBack(stored) : stored;
      const batch = await freshBatch(workstation, meant);
      return { ...batchSet(toBatchLines(batch), choiceOf(workstation.store.storeName, state)), batch };
    }
    const { sets, error } = await labelsAt(workstation, state);
    if (error) throw new ApiError(error);
    return sets[set];
  }
  const alias = workstation.store.storeAlias;
  return { workstation, alias, state, set, settings, media, ...(await read()) };
}
