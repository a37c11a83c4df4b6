import { searchOf } from "#app/core/search/search.ts";
import {
  batchSet,
  currentPrice,
  doubtfulLines,
  isOpen,
  isSentBatch,
  lineKey,
  linePrice,
  printableLines,
  toBatchLines,
} from "./batch.ts";
import type { Batch, BatchEntry, Edit, EditedField, FoundProduct, Typed } from "./batchRecord.ts";
import { isNothing, readPrice, readQuantity } from "./entry.ts";
import type { LabelJob, LabelLook } from "./jobs.ts";
import { copiesLimits } from "./label.ts";
import { labelId } from "./labelStates.ts";
import { sizeOfBarcode } from "./model.ts";
import type { StationJob } from "./stations/station.ts";

/** Maximum lines of a batch: its record is read and written with every scan. */
export const maxBatchLines = 1_500;

export const emptyBatch: Batch = { revision: 0, lines: [], rowPrices: {} };

function storedProduct(product: FoundProduct, barcode: string): FoundProduct {
  if (!product || "unread" in product) return product;
  const { key, name, colour, sizing, price, otherPrices } = product;
  const size = sizeOfBarcode(product, barcode);
  // A label of the whole product goes by its first size.
  const sizes = product.sizes.filter((one, index) => index === 0 || one === size);
  return { key, name, colour, sizing, price, otherPrices, sizes };
}

const changed = (batch: Batch, fields: Partial<Batch>): Batch => ({
  ...batch,
  ...fields,
  revision: batch.revision + 1,
});

const openLine = ({ lines }: Batch, barcode: string): BatchEntry | undefined =>
  lines.find((entry) => entry.barcode === barcode && isOpen(entry));

/** The lines with another in place of one; a new one comes last. */
const withLine = (
  lines: readonly BatchEntry[],
  before: BatchEntry | undefined,
  after: BatchEntry,
): BatchEntry[] => (before ? lines.map((entry) => (entry === before ? after : entry)) : [...lines, after]);

/** The line that a line of this barcode replaces: the open one, or one that was handed over. */
const placeOf = (batch: Batch, barcode: string): BatchEntry | undefined =>
  openLine(batch, barcode) ?? batch.lines.find((entry) => entry.barcode === barcode && entry.isSent);

const hasRoom = ({ lines }: Batch): boolean => lines.length < maxBatchLines;

/** Labels to add; `price` counts for all labels of the barcode from then on, undefined restores the product's own. */
export type Scanned = { barcode: string; count: number; product: FoundProduct; price?: string | undefined };

/**
 * Adds labels of these barcodes; `refused` lists those that did not fit. A batch that was handed over whole makes
 * room for another.
 */
export function withScanned(before: Batch, scanned: readonly Scanned[]): { batch: Batch; refused: string[] } {
  let batch = isSentBatch(before) ? { ...before, lines: [], rowPrices: {} } : before;
  const refused: string[] = [];
  for (const scan of scanned) {
    const { barcode, count, product } = scan;
    const openEntry = openLine(batch, barcode);
    const place = placeOf(batch, barcode);
    const read = readQuantity(openEntry?.quantity ?? "");
    const total = (read.value ?? 0) + count;
    if ((!place && !hasRoom(batch)) || total > copiesLimits.highest) refused.push(barcode);
    else {
      const { price, isFree } = openEntry ?? {};
      const after = {
        ...{ barcode, quantity: String(total), product: storedProduct(product, barcode) },
        ...("price" in scan ? { price: scan.price } : { price, isFree }),
      };
      batch = { ...batch, lines: withLine(batch.lines, place, after) };
    }
  }
  return { batch: refused.length < scanned.length ? changed(batch, {}) : before, refused };
}

export const refusedText = (batch: Batch, barcode: string): string =>
  batch.lines.some((entry) => entry.barcode === barcode)
    ? `${copiesLimits.highest} labels of one barcode are the limit: this scan is not added.`
    : `The batch is full with ${maxBatchLines} barcodes: this scan is not added. Print the batch, then clear it.`;

/** What the names of the batch's fields start with. */
export const fieldStart = "typed";

/** The name of a field of the batch's form, with the value that was shown there: the form says what to replace. */
export const fieldName = (field: EditedField): string =>
  `${fieldStart}${searchOf(Object.entries(field).map(([name, value]) => [name, String(value)]))}`;

function currentValue(batch: Batch, edit: Typed): string {
  if ("product" in edit) return batch.rowPrices[edit.product] ?? edit.book;
  const line = openLine(batch, edit.barcode);
  if (edit.field === "quantity") return line?.quantity ?? "";
  return line ? linePrice(line, batch) : "";
}

function withEdit(batch: Batch, edit: Edit, productOf: (barcode: string) => FoundProduct): Batch {
  const { field, to } = edit;
  if ("product" in edit) {
    const { [edit.product]: _before, ...others } = batch.rowPrices;
    return { ...batch, rowPrices: to === edit.book ? others : { ...others, [edit.product]: to } };
  }
  const { barcode, isRow = false } = edit;
  const line = openLine(batch, barcode);
  if (field === "quantity") {
    // In a row of the table an empty field is the line's end; in the batch one is cleared to type another number.
    if (to === "" && isRow) return { ...batch, lines: batch.lines.filter((entry) => entry !== line) };
    const after = line ?? { barcode, product: storedProduct(productOf(barcode), barcode) };
    return { ...batch, lines: withLine(batch.lines, placeOf(batch, barcode), { ...after, quantity: to }) };
  }
  if (!line) return batch;
  const { product, isFree } = line;
  const current = product && "key" in product ? currentPrice(product, batch.rowPrices) : undefined;
  const price = to === current ? undefined : to;
  // Another price has to be confirmed anew.
  const after = { ...line, price, isFree: isFree && isNothing(readPrice(to)) };
  return { ...batch, lines: withLine(batch.lines, line, after) };
}

/**
 * Applies what was typed. A field that has changed since it was shown keeps what it has, and `missed` says so: no
 * scan is lost to a page that did not know of it. The same edit again changes nothing.
 */
export function withEdits(
  before: Batch,
  edits: readonly Edit[],
  productOf: (barcode: string) => FoundProduct,
): { batch: Batch; missed: string[] } {
  let batch = before;
  const missed: string[] = [];
  for (const edit of edits) {
    const now = currentValue(batch, edit);
    if (now === edit.to) continue;
    const isNew = "barcode" in edit && edit.field === "quantity" && !placeOf(batch, edit.barcode);
    if (now !== edit.from) {
      const name = "barcode" in edit ? edit.barcode : "The row's price";
      missed.push(
        `${name} has changed to ${now || "nothing"} meanwhile: ${edit.to || "nothing"} was not taken.`,
      );
    } else if (isNew && !hasRoom(batch)) missed.push(`${edit.barcode}: ${refusedText(batch, edit.barcode)}`);
    else batch = withEdit(batch, edit, productOf);
  }
  return { batch: batch === before ? before : changed(batch, {}), missed };
}

/** Lines of one barcode in one state are one line. */
function merged(lines: readonly BatchEntry[]): BatchEntry[] {
  const found = new Map<string, BatchEntry>();
  for (const entry of lines) {
    const earlier = found.get(lineKey(entry));
    const sum = Number(earlier?.quantity) + Number(entry.quantity);
    const handed = entry.handed ?? earlier?.handed;
    found.set(
      lineKey(entry),
      earlier ? { ...earlier, handed, quantity: String(sum || earlier.quantity) } : entry,
    );
  }
  return [...found.values()];
}

const asOpen = ({ handed: _handed, isSent: _sent, ...entry }: BatchEntry): BatchEntry => entry;

/** Changes each line to which `to` gives another; undefined takes it away. */
function withEach(batch: Batch, to: (entry: BatchEntry) => BatchEntry | undefined): Batch {
  const lines = batch.lines.flatMap((entry) => to(entry) ?? []);
  const isSame = lines.length === batch.lines.length && lines.every((entry, at) => entry === batch.lines[at]);
  return isSame ? batch : changed(batch, { lines: merged(lines) });
}

export const withoutLine = (batch: Batch, key: string): Batch =>
  withEach(batch, (entry) => (lineKey(entry) === key ? undefined : entry));

export const withFree = (batch: Batch, key: string): Batch =>
  withEach(batch, (entry) => (lineKey(entry) === key ? { ...entry, isFree: true } : entry));

export const emptied = (batch: Batch): Batch => changed(batch, { lines: [], rowPrices: {} });

/** All labels are printed again, or those of one hand-over. */
export const withAllBack = (batch: Batch, handed?: string): Batch =>
  withEach(batch, (entry) => (isOpen(entry) || (handed && entry.handed !== handed) ? entry : asOpen(entry)));

/** Labels that were handed over are printed again: those that may have been printed, or all others. */
export function withPutBack(batch: Batch, queue: readonly StationJob[], which: "doubtful" | "others"): Batch {
  const doubtful = new Set(doubtfulLines(toBatchLines(batch), queue).map(({ key }) => key));
  const isMeant = (entry: BatchEntry) => doubtful.has(lineKey(entry)) === (which === "doubtful");
  return withEach(batch, (entry) => (!isOpen(entry) && isMeant(entry) ? asOpen(entry) : entry));
}

/** Hands over what can be printed, under a name that only this hand-over has. */
export function withHanded(batch: Batch, name: string): Batch {
  const printable = new Set(printableLines(toBatchLines(batch)).map(({ key }) => key));
  return withEach(batch, (entry) => (printable.has(lineKey(entry)) ? { ...entry, handed: name } : entry));
}

/** The labels of a hand-over, under names of their own. */
export const jobsOf = (batch: Batch, name: string, look: LabelLook): (LabelJob & { id: string })[] => {
  const lines = batch.lines.filter(({ handed }) => handed === name).map(asOpen);
  const { jobs } = batchSet(toBatchLines({ ...batch, lines }), look);
  return jobs.map((job, at) => ({ ...job, id: labelId(name, at) }));
};

/** The station that was asked for the labels has them. */
export const withTaken = (batch: Batch, name: string): Batch =>
  withEach(batch, (entry) => (entry.handed === name && !entry.isSent ? { ...entry, isSent: true } : entry));

/** So many labels of each barcode were printed on paper; those that were scanned since stay. */
export const withPrinted = (batch: Batch, counts: ReadonlyMap<string, number>): Batch =>
  withEach(batch, (entry) => {
    const printed = counts.get(entry.barcode);
    if (printed === undefined || !isOpen(entry)) return entry;
    const left = Number(entry.quantity) - printed;
    return left > 0 ? { ...entry, quantity: String(left) } : { ...entry, isSent: true };
  });

/** The open lines with their products as read again. */
export const withProducts = (batch: Batch, productOf: (entry: BatchEntry) => FoundProduct): Batch =>
  withEach(batch, (entry) => {
    if (!isOpen(entry)) return entry;
    const product = storedProduct(productOf(entry), entry.barcode);
    return JSON.stringify(product) === JSON.stringify(entry.product) ? entry : { ...entry, product };
  });
