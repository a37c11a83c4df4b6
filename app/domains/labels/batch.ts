import type { Batch, BatchEntry, PrintedProduct } from "./batchRecord.ts";
import { isNothing, noRecordOf, type Read, readPrice, readQuantity } from "./entry.ts";
import {
  type LabelJob,
  type LabelLook,
  nothingAsked,
  type PrintSet,
  priceChange,
  toLabel,
  typedOver,
  wasNote,
  wasPrice,
} from "./jobs.ts";
import { copiesLimits, isPerSize } from "./label.ts";
import { isOfPress, labelStates, unsentText } from "./labelStates.ts";
import { sizeOfBarcode } from "./model.ts";
import type { StationJob } from "./stations/station.ts";
import type { PlaceView } from "./stations/stationView.ts";

/** What tells a line from the others: of a barcode one is open, and others may be handed over. */
export const lineKey = ({ barcode, handed, isSent }: BatchEntry): string =>
  isSent ? `${barcode} sent` : handed === undefined ? barcode : `${barcode} ${handed}`;

export const isOpen = ({ handed, isSent }: BatchEntry): boolean => handed === undefined && !isSent;

/** Whether all of a batch was handed over: the next scan starts a new one. */
export const isSentBatch = ({ lines }: Pick<Batch, "lines">): boolean =>
  lines.length > 0 && lines.every(({ isSent }) => isSent);

/** A batch line requires a quantity: an empty field, e.g. cleared to type another, is an error. */
const lineQuantity = (text: string): Read<number> =>
  text === "" ? { problem: "Enter a quantity." } : readQuantity(text);

/** The price of a line: as typed, else its table row's, else the price book's. */
export const linePrice = ({ price, product }: BatchEntry, { rowPrices }: Pick<Batch, "rowPrices">): string =>
  price ?? (product && "key" in product ? currentPrice(product, rowPrices) : "");

export const currentPrice = (
  { key, price }: Pick<PrintedProduct, "key" | "price">,
  rowPrices: Batch["rowPrices"],
): string => rowPrices[key] ?? price.text;

function toBatchLine(entry: BatchEntry, batch: Batch) {
  const { barcode, quantity, handed, isSent } = entry;
  const product = entry.product && "key" in entry.product ? entry.product : undefined;
  const unread = entry.product && "unread" in entry.product ? entry.product.unread : undefined;
  const size = product && sizeOfBarcode(product, barcode);
  const price = linePrice(entry, batch);
  const read = readPrice(price);
  return {
    ...{ key: lineKey(entry), barcode, quantity, price, product, size },
    name: product?.name ?? barcode,
    detail: [product?.colour, size?.size].filter(Boolean).join(", "),
    quantityProblem: lineQuantity(quantity).problem,
    priceProblem: product && read.problem,
    /** The price is $0.00 and nobody has confirmed it. */
    isNothingAsked: product !== undefined && isNothing(read) && !entry.isFree && quantity.trim() !== "0",
    /** Not printed again by itself: asked for under this name, or put on paper. */
    ...{ isSent: !isOpen(entry), handed },
    /** It is on its way to another station, which may not have it. */
    isDoubtful: handed !== undefined && !isSent,
    /** Its label goes by one of these in the queue. */
    codes: [barcode, ...(product?.sizes.slice(0, 1).map((first) => first.barcode) ?? [])],
    problem: product ? undefined : (unread ?? noRecordOf(barcode)),
  };
}
export type BatchLine = ReturnType<typeof toBatchLine>;

/** The lines of a batch, newest first. */
export const toBatchLines = (batch: Batch): BatchLine[] =>
  batch.lines.map((entry) => toBatchLine(entry, batch)).reverse();

/** What has changed in the prices of these lines since they were scanned, in words; `book` has the former prices. */
export const priceChanges = (
  before: readonly BatchLine[],
  now: readonly BatchLine[],
  book: string | undefined,
): string[] => {
  const old = new Map(before.map((line) => [line.key, line]));
  const pricesOf = ({ product, price }: BatchLine) => ({
    price,
    was: product && wasPrice(product, book, price),
  });
  return now.flatMap((line) => {
    const earlier = old.get(line.key);
    if (!earlier) return [];
    const problem = earlier.problem === line.problem ? undefined : line.problem;
    const change = problem ?? priceChange(pricesOf(earlier), pricesOf(line));
    return change === undefined ? [] : `${line.name}, ${line.detail}: ${change}`;
  });
};

/** Why a line prints nothing; empty if it can. */
const problemsOf = ({ problem, quantityProblem, priceProblem, isNothingAsked }: BatchLine): string[] =>
  [problem, quantityProblem, priceProblem, isNothingAsked ? nothingAsked : undefined].flatMap(
    (text) => text ?? [],
  );

/** The lines that are printed now: unsent, with everything that their labels need. */
export const printableLines = (lines: readonly BatchLine[]): BatchLine[] =>
  lines.filter((line) => !line.isSent && problemsOf(line).length === 0);

function jobOf({ product, size, quantity, price }: BatchLine, look: LabelLook): LabelJob | undefined {
  const count = readQuantity(quantity);
  const amount = readPrice(price);
  if (!product || !count.value || amount.value === undefined) return undefined;
  return toLabel(look, { product, size, price: amount.value, copies: count.value });
}

/**
 * The unsent labels of a batch in line order. A line that can't be printed doesn't keep the others from it: `missing`
 * says what it lacks.
 */
export function batchSet(all: readonly BatchLine[], look: LabelLook): PrintSet {
  if (all.length === 0) return { jobs: [], missing: ["Scan something into the batch."] };
  const lines = all.filter(({ isSent }) => !isSent);
  if (lines.length === 0) return { jobs: [], missing: ["All of this batch was handed over."] };
  const missing = lines.flatMap((line) => problemsOf(line).map((text) => `${line.name}: ${text}`));
  const jobs = printableLines(lines)
    .reverse()
    .flatMap((line) => jobOf(line, look) ?? []);
  if (jobs.length === 0)
    return { jobs, missing: missing.length > 0 ? missing : ["Enter a quantity for a line."] };
  return { jobs: isPerSize(look.design) ? jobs : onePerProduct(jobs), missing };
}

/** Labels without a size: those of one product at one price become one label in more copies. */
function onePerProduct(jobs: readonly LabelJob[]): LabelJob[] {
  const found = new Map<string, { job: LabelJob; copies: number }>();
  for (const job of jobs) {
    const { name, colour, price, was, copies } = job.label;
    const key = JSON.stringify([name, colour, price, was]);
    const earlier = found.get(key);
    found.set(key, { job: earlier?.job ?? job, copies: copies + (earlier?.copies ?? 0) });
  }
  const { highest } = copiesLimits;
  return [...found.values()].flatMap(({ job, copies }) =>
    // More copies than one label may have are several labels.
    Array.from({ length: Math.ceil(copies / highest) }, (_, run) => ({
      ...job,
      label: { ...job.label, copies: Math.min(copies - run * highest, highest) },
    })),
  );
}

/** The lines with labels that may have been printed. */
export const doubtfulLines = (lines: readonly BatchLine[], queue: readonly StationJob[]): BatchLine[] =>
  lines.filter((line) => line.isSent && unsentText(line, queue) === labelStates.unknown);

/** The newest lines are shown at first: a page of more is slow. */
const shownLines = 100;

const labelsOf = (lines: readonly BatchLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);

type ViewOptions = LabelLook & {
  /** The labels of its station. */
  queue: readonly StationJob[];
  /** What of a label can't be printed as it is. */
  noticesOf: (job: LabelJob) => string[];
  /** With all lines. */
  isWhole: boolean;
};

const toQueued = ({ id, state, hold, isClosed, label: { barcode, copies }, priced }: StationJob) => ({
  ...{ id, state, hold, isClosed, label: { barcode, copies } },
  priced: priced && { barcode: priced.barcode },
});

/** A batch as its page shows it. */
export function toBatchView(batch: Batch, { queue, noticesOf, isWhole, ...look }: ViewOptions) {
  const lines = toBatchLines(batch);
  const toPrint = lines.filter((line) => !line.isSent);
  const { jobs, missing } = batchSet(lines, look);
  const presses = [...new Set(lines.flatMap(({ isSent, handed }) => (isSent && handed ? handed : [])))];
  const books = new Set(lines.flatMap(({ product }) => product?.otherPrices.map(({ book }) => book) ?? []));
  const lineViews = (isWhole ? lines : lines.slice(0, shownLines)).map(({ product, size, ...line }) => {
    const { barcode, detail, price, isSent } = line;
    const over = product && typedOver({ price }, product);
    const job = jobOf({ product, size, ...line }, look);
    const details = [detail, barcode, isSent && `$${price}`, over !== undefined && `typed over $${over}`];
    return {
      ...line,
      /** Colour, size, barcode, and where its price comes from. */
      details: [...details, product && wasNote(product, look.was ?? "", price)].filter(Boolean).join(" · "),
      notices: job ? noticesOf(job) : [],
    };
  });
  return {
    revision: batch.revision,
    /** The newest lines, or all, and the number of all; what lines lack. */
    ...{ lines: lineViews, count: lines.length, missing },
    /** Numbers of the labels and barcodes to print, and of the labels that were handed over. */
    toPrint: { labels: labelsOf(toPrint), barcodes: toPrint.length },
    handedOver: labelsOf(lines) - labelsOf(toPrint),
    /** Of these, the labels that may have been printed. */
    doubtful: labelsOf(doubtfulLines(lines, queue)),
    /** The presses that asked for them, and what has become of their labels here. */
    ...{ presses, queue: queue.filter(({ id }) => isOfPress(id, presses)).map(toQueued) },
    isSent: isSentBatch(batch),
    isPrintable: jobs.length > 0,
    books: [...books].map((book) => ({ book })),
    /** The quantities of the open lines by barcode, and the prices typed into rows of the table by product. */
    quantities: Object.fromEntries(toPrint.map(({ barcode, quantity }) => [barcode, quantity])),
    rowPrices: batch.rowPrices,
  };
}
/** `station`: where it is, as it was then. */
export type BatchView = ReturnType<typeof toBatchView> & { station?: PlaceView };
export type LineView = BatchView["lines"][number];
