import { z } from "zod";
import { labelDesigns } from "../design.ts";
import type { LabelJob } from "../jobs.ts";
import { isBarcode, maxBarcodeLength } from "../search.ts";

const maxTitleLength = 500;
const price = z.string().regex(/^\d{1,12}\.\d{2}$/);

/** The last printed label with a price for a barcode, in one design (labels#wrong-labels). */
export const lastPrice = z.object({
  barcode: z.string().regex(/^\d+$/).max(maxBarcodeLength),
  design: z.enum(labelDesigns),
  title: z.string().max(maxTitleLength),
  /** Dollars with two decimals, as printed. */
  price,
  /**
   * The price book of the product's price, and the book's price: if it differs from the printed
   * one, another price was typed.
   */
  book: z.string().max(100),
  bookPrice: z.union([price, z.literal("")]),
  /** When it was printed, in epoch milliseconds, and by whom; empty if unknown. */
  at: z.number(),
  by: z.string().max(200),
});
export type LastPrice = z.output<typeof lastPrice>;

/** The labels to store: those with a price and a barcode that finds their product. */
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

/** The key of a label within a store: a product's price ticket is separate from the barcode labels of its sizes. */
export const keyOf = ({ design, barcode }: Pick<LastPrice, "design" | "barcode">): string =>
  `${design} ${barcode}`;

/** Merges the labels, keeping the newest of each, newest first, at most `most`, and none from before `since`. */
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
 * Whether a label is wrong now: its product's price equals neither the label's price nor the book's price when the
 * label was made. The latter covers a typed price: it is right until the book's price changes.
 */
export const isWrong = (label: Pick<LastPrice, "price" | "bookPrice">, now: string): boolean =>
  now !== label.price && now !== label.bookPrice;
