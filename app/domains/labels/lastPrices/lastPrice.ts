import { z } from "zod";
import { labelDesigns } from "../design.ts";
import { maxBarcodeLength } from "../entry.ts";
import type { LabelJob } from "../jobs.ts";
import { copiesLimits } from "../label.ts";
import type { LabelProductView } from "../model.ts";
import { wasPrice } from "../was.ts";

const price = z.string().regex(/^\d{1,12}\.\d{2}$/);
const priceOrNone = z.union([price, z.literal("")]);
const bookName = z.string().max(100);

/** Printed labels of one look: with this price, for a barcode, in one design (labels#wrong-labels). */
export const lastPrice = z.object({
  barcode: z.string().regex(/^\d+$/).max(maxBarcodeLength),
  design: z.enum(labelDesigns),
  title: z.string().transform((text) => text.slice(0, 500)),
  copies: z.number().int().min(copiesLimits.lowest).default(copiesLimits.lowest),
  /** Dollars with two decimals, as printed. */
  price,
  /** The former price on the label and its price book; empty without one. */
  was: priceOrNone.default(""),
  wasBook: bookName.default(""),
  /**
   * The price book of the product's price, and the book's price: if it differs from the printed
   * one, another price was typed.
   */
  book: bookName,
  bookPrice: priceOrNone,
  /** When it was printed, in epoch milliseconds, and by whom; empty if unknown. */
  at: z.number(),
  by: z.string().transform((name) => name.slice(0, 200)),
});
export type LastPrice = z.output<typeof lastPrice>;

/** The report of a printed label of a product (labels#last-labels); undefined for any other label. */
export const reportOf = ({ label, title, priced }: LabelJob, { at, by }: { at: number; by: string }) =>
  priced && {
    ...{ barcode: priced.barcode, design: label.design, title, copies: label.copies },
    ...{ price: label.price, book: priced.book, bookPrice: priced.price },
    ...(label.was === undefined ? {} : { was: label.was, wasBook: priced.wasBook }),
    ...{ at, by },
  };

/** The labels to store: those with a price and a barcode that finds their product. */
export const toLastPrices = (jobs: readonly LabelJob[], printed: { at: number; by: string }): LastPrice[] =>
  jobs.flatMap((job) => lastPrice.safeParse(reportOf(job, printed)).data ?? []);

/** The key of a label within a store: a product's price ticket is separate from the barcode labels of its sizes. */
const placeOf = ({ design, barcode }: LastPrice): string => `${design} ${barcode}`;

/** The key of labels that look the same. */
export const keyOf = (label: LastPrice): string => `${placeOf(label)} ${label.price} ${label.was}`;

/**
 * The labels that hang once these were printed, newest first, at most `most`, and none from before `since`: equal ones
 * add up, and others take the places of as many older ones of their barcode and design. What is not newer than the
 * labels of its place was reported before, or is replaced already.
 */
export function withPrinted(
  hanging: readonly LastPrice[],
  printed: readonly LastPrice[],
  { most, since }: { most: number; since: number },
): LastPrice[] {
  const places = new Map<string, LastPrice[]>();
  for (const old of hanging.toReversed())
    places.set(placeOf(old), [...(places.get(placeOf(old)) ?? []), old]);
  const newest = new Map([...places].map(([place, there]) => [place, there.at(-1)?.at ?? 0]));
  for (const one of printed.toSorted((early, late) => early.at - late.at)) {
    if (one.at <= (newest.get(placeOf(one)) ?? 0)) continue;
    const there = places.get(placeOf(one)) ?? [];
    let { copies } = one;
    let replacing = copies;
    const left = there.flatMap((old): LastPrice[] => {
      if (keyOf(old) === keyOf(one)) {
        copies += old.copies;
        return [];
      }
      const replaced = Math.min(replacing, old.copies);
      replacing -= replaced;
      return replaced === old.copies ? [] : [{ ...old, copies: old.copies - replaced }];
    });
    places.set(placeOf(one), [...left, { ...one, copies }]);
  }
  return [...places.values()]
    .flat()
    .filter(({ at }) => at >= since)
    .sort((one, other) => other.at - one.at)
    .slice(0, most);
}

/**
 * Whether a label is wrong now: its product's price equals neither the label's price nor the book's price when the
 * label was made, which covers a typed price: it is right until the book's price changes; or its former price is none.
 */
export const isWrong = (
  label: LastPrice,
  product: Pick<LabelProductView, "price" | "otherPrices">,
): boolean =>
  (product.price.text !== label.price && product.price.text !== label.bookPrice) ||
  (label.was !== "" && wasPrice(product, label.wasBook, label.price) !== label.was);
