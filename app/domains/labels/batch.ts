import { designs } from "./design.ts";
import { isNothing, noRecordOf, type Read, readPrice, readQuantity } from "./entry.ts";
import { type LabelJob, type LabelLook, nothingAsked, toLabel } from "./jobs.ts";
import { copiesLimits, type Label } from "./label.ts";
import { type LabelProductView, type ProductSize, sizeOfBarcode } from "./model.ts";
import { type BatchEntry, isSentBatch, maxBatchLines } from "./search.ts";

/** The product of each barcode in the batch: undefined if none was found, the error text if it could not be read. */
export type BatchProducts = Readonly<Record<string, LabelProductView | { unread: string } | undefined>>;

/** A batch line as shown. */
export type BatchLine = {
  barcode: string;
  name: string;
  /** Colour and size. */
  detail: string;
  quantity: string;
  quantityProblem?: string;
  price: string;
  priceProblem?: string;
  /** The price is $0.00 and nobody has confirmed it. */
  isNothingAsked?: boolean;
  /** Already sent to the printer; not printed again automatically. */
  isSent: boolean;
  /** Why there is no product. */
  problem?: string;
  product?: LabelProductView;
  size?: ProductSize;
};

/** A batch line requires a quantity: an empty field, e.g. cleared to type another, is an error. */
const lineQuantity = (text: string): Read<number> =>
  text === "" ? { problem: "Enter a quantity." } : readQuantity(text);

const problemIn = <Key extends string>(key: Key, read: Read<unknown>): { [key in Key]?: string } => {
  const found: { [key in Key]?: string } = {};
  if ("problem" in read) found[key] = read.problem;
  return found;
};

/** Prices typed into rows of the table, by product key. */
type RowPrices = Readonly<Record<string, string>>;

/** The price of a line without a typed price: its table row's, else the price book's. */
const standingPrice = ({ key, price }: LabelProductView, rowPrices: RowPrices): string =>
  rowPrices[key] ?? price.text;

/** The lines of a batch, newest first. */
export const toBatchLines = (
  batch: readonly BatchEntry[],
  products: BatchProducts,
  rowPrices: RowPrices = {},
): BatchLine[] =>
  batch
    .map((entry): BatchLine => {
      const { barcode, quantity, isSent = false } = entry;
      const found = products[barcode];
      const typed = { barcode, quantity, isSent, ...problemIn("quantityProblem", lineQuantity(quantity)) };
      if (!found || "unread" in found) {
        const problem = found ? found.unread : noRecordOf(barcode);
        return { ...typed, name: barcode, detail: "", price: entry.price ?? "", problem };
      }
      const size = sizeOfBarcode(found, barcode);
      const price = entry.price ?? standingPrice(found, rowPrices);
      return {
        ...typed,
        name: found.name,
        detail: [found.colour, size?.size].filter(Boolean).join(", "),
        price,
        ...problemIn("priceProblem", readPrice(price)),
        isNothingAsked: isNothing(readPrice(price)) && !entry.isFree && quantity.trim() !== "0",
        product: found,
        ...(size === undefined ? {} : { size }),
      };
    })
    .reverse();

/** Why a line prints nothing; empty if it can. */
const problemsOf = ({ problem, quantityProblem, priceProblem, isNothingAsked }: BatchLine): string[] =>
  [problem, quantityProblem, priceProblem, isNothingAsked ? nothingAsked : undefined].flatMap(
    (text) => text ?? [],
  );

/** The lines that are printed now: unsent, with everything that their labels need. */
export const printableLines = (lines: readonly BatchLine[]): BatchLine[] =>
  lines.filter((line) => !line.isSent && problemsOf(line).length === 0);

/** The label of a line; undefined if it prints none. */
function jobOf({ product, size, quantity, price }: BatchLine, look: LabelLook): LabelJob | undefined {
  const count = readQuantity(quantity);
  const amount = readPrice(price);
  if (!product || "problem" in count || "problem" in amount || count.value === 0) return undefined;
  return toLabel(look, { product, size, price: amount.value, copies: count.value });
}

/** What of each line's label can't be printed as it is, by barcode. `noticesOf` renders a label. */
export const lineNotices = (
  lines: readonly BatchLine[],
  look: LabelLook,
  noticesOf: (label: Label) => string[],
): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const job = jobOf(line, look);
      return job ? [[line.barcode, noticesOf(job.label)] as const] : [];
    }),
  );

/** The batch after its printable lines were sent. */
export function asSent(batch: readonly BatchEntry[], lines: readonly BatchLine[]): BatchEntry[] {
  const sent = new Set(printableLines(lines).map(({ barcode }) => barcode));
  return batch.map((entry) => (sent.has(entry.barcode) ? { ...entry, isSent: true } : entry));
}

/**
 * The unsent labels of a batch in line order. A line that can't be printed doesn't keep the others from it: `missing`
 * says what it lacks.
 */
export function batchSet(
  all: readonly BatchLine[],
  look: LabelLook,
): { jobs: LabelJob[]; missing: string[] } {
  if (all.length === 0) return { jobs: [], missing: ["Scan something into the batch."] };
  const lines = all.filter(({ isSent }) => !isSent);
  if (lines.length === 0) return { jobs: [], missing: ["All of this batch was handed over."] };
  const missing = lines.flatMap((line) => problemsOf(line).map((text) => `${line.name}: ${text}`));
  const jobs = printableLines(lines)
    .reverse()
    .flatMap((line) => jobOf(line, look) ?? []);
  if (jobs.length === 0)
    return { jobs, missing: missing.length > 0 ? missing : ["Enter a quantity for a line."] };
  return { jobs: designs[look.design].per === "product" ? onePerProduct(jobs) : jobs, missing };
}

/** Labels without a size: those of one product at one price become one label in more copies. */
function onePerProduct(jobs: readonly LabelJob[]): LabelJob[] {
  const found = new Map<string, LabelJob>();
  for (const job of jobs) {
    const { name, colour, price, was } = job.label;
    const key = JSON.stringify([name, colour, price, was]);
    const known = found.get(key);
    found.set(key, known ? withCopies(known, known.label.copies + job.label.copies) : job);
  }
  return [...found.values()].flatMap(inPrintableRuns);
}

const withCopies = ({ label, ...job }: LabelJob, copies: number): LabelJob => ({
  ...job,
  label: { ...label, copies },
});

/** Splits a job with more copies than one label may have into several labels. */
function inPrintableRuns(job: LabelJob): LabelJob[] {
  const runs: LabelJob[] = [];
  for (let left = job.label.copies; left > 0; left -= copiesLimits.highest) {
    runs.push(withCopies(job, Math.min(left, copiesLimits.highest)));
  }
  return runs;
}

/**
 * Adds labels of these barcodes to a batch; `refused` lists those that did not fit. A fully sent
 * batch is emptied to make room, and a sent line starts again.
 */
export function withScanned(
  before: readonly BatchEntry[],
  /**
   * `price` applies to all labels of the barcode from now on; undefined restores the product's own
   * price, absent leaves it unchanged.
   */
  scanned: readonly { barcode: string; count: number; price?: string | undefined }[],
): { batch: BatchEntry[]; refused: string[] } {
  const batch = isSentBatch(before) ? [] : before;
  const entries = new Map(batch.map((entry) => [entry.barcode, entry]));
  const refused: string[] = [];
  for (const scan of scanned) {
    const { barcode, count } = scan;
    const known = entries.get(barcode);
    const read = readQuantity(known?.isSent ? "" : (known?.quantity ?? ""));
    const total = ("value" in read ? read.value : 0) + count;
    const isFull = (!known && entries.size >= maxBatchLines) || total > copiesLimits.highest;
    if (isFull) refused.push(barcode);
    else {
      const stored = "price" in scan ? scan.price : known?.price;
      entries.set(barcode, {
        barcode,
        quantity: String(total),
        ...(stored === undefined ? {} : { price: stored }),
      });
    }
  }
  return { batch: [...entries.values()], refused };
}

/** Why a scan was not added to the batch. */
export const refusedText = (batch: readonly BatchEntry[], barcode: string): string =>
  batch.some((entry) => entry.barcode === barcode)
    ? `${copiesLimits.highest} labels of one barcode are the limit: this scan is not added.`
    : `The batch is full with ${maxBatchLines} barcodes: this scan is not added. Print the batch, then clear it.`;

/** An entry at a new `price`; the confirmation of $0.00 is dropped when the price changes. */
export function asPriced(entry: BatchEntry, price: string | undefined): BatchEntry {
  if (price === undefined || isNothing(readPrice(price))) return entry;
  const { isFree: _said, ...others } = entry;
  return others;
}

/** A batch without the prices that equal the default. */
export const typedBatch = (
  batch: readonly BatchEntry[],
  products: BatchProducts,
  rowPrices: RowPrices = {},
): BatchEntry[] =>
  batch.map((entry) => {
    const product = products[entry.barcode];
    const standing = product && !("unread" in product) ? standingPrice(product, rowPrices) : undefined;
    const priced = asPriced(entry, entry.price ?? standing);
    if (standing === undefined || standing !== entry.price) return priced;
    const { price: _standing, ...others } = priced;
    return others;
  });

/** Products by barcode from the table rows, which saves a request. */
export const productsOfRows = (products: readonly LabelProductView[]): BatchProducts =>
  Object.fromEntries(
    products.flatMap((product) => product.sizes.map(({ barcode }) => [barcode, product] as const)),
  );
