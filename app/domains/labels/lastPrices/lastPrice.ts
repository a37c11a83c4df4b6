import { z } from "zod";
import { labelDesigns } from "../design.ts";
import type { LabelJob } from "../jobs.ts";
import { isBarcode, maxBarcodeLength } from "../search.ts";

const maxTitleLength = 500;
const price = z.string().regex(/^\d{1,12}\.\d{2}$/);

/** The last label with a price that left the portal for a barcode, in one design (labels#wrong-labels). */
export const lastPrice = z.object({
  barcode: z.string().regex(/^\d+$/).max(maxBarcodeLength),
  design: z.enum(labelDesigns),
  title: z.string().max(maxTitleLength),
  /** Dollars with two decimals, as printed. */
  price,
  /** The price book that the product had its price from, and what that said: another price was typed where the two differ. */
  book: z.string().max(100),
  bookPrice: z.union([price, z.literal("")]),
  /** When it was handed over, in epoch milliseconds, and by whom; empty where that is not known. */
  at: z.number(),
  by: z.string().max(200),
});
export type LastPrice = z.output<typeof lastPrice>;

/** What is remembered of labels that were handed over: those with a price and a code that finds their product. */
export const toLastPrices = (
  jobs: readonly LabelJob[],
  { at, by }: { at: number; by: string },
): LastPrice[] =>
  jobs.flatMap(({ label, title, priced }): LastPrice[] => {
    if (!priced || !isBarcode(priced.barcode)) return [];
    const { barcode, book, price: bookPrice } = priced;
    const read = lastPrice.safeParse({
      ...{ barcode, design: label.design, title: title.slice(0, maxTitleLength), price: label.price },
      ...{ book, bookPrice, at, by: by.slice(0, 200) },
    });
    return read.success ? [read.data] : [];
  });

/** Tells the labels of one store apart: a product's price ticket hangs beside the barcode labels of its sizes. */
export const keyOf = ({ design, barcode }: Pick<LastPrice, "design" | "barcode">): string =>
  `${design} ${barcode}`;

/** Those with the newest of each label, the newest first, at most `most`, and none from before `since`. */
export function withNewest(
  known: readonly LastPrice[],
  added: readonly LastPrice[],
  { most, since }: { most: number; since: number },
): LastPrice[] {
  const newest = new Map<string, LastPrice>();
  for (const one of [...known, ...added]) {
    const other = newest.get(keyOf(one));
    if (!other || one.at >= other.at) newest.set(keyOf(one), one);
  }
  return [...newest.values()]
    .filter(({ at }) => at >= since)
    .sort((one, other) => other.at - one.at)
    .slice(0, most);
}

/**
 * Whether a label is wrong now: its product costs neither what the label says nor what it cost when the label was made.
 * The second is about a price that somebody typed: it is meant until the book's own price changes.
 */
export const isWrong = (label: Pick<LastPrice, "price" | "bookPrice">, now: string): boolean =>
  now !== label.price && now !== label.bookPrice;
