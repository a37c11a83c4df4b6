import type { BatchLine } from "./batch.ts";
import type { LabelJob } from "./jobs.ts";
import type { ProductPrices } from "./model.ts";

/** Whether a label carries the price of a book: a typed one, or a label of no product, stays as it is. */
export const hasBookPrice = ({ label, priced }: Pick<LabelJob, "label" | "priced">): boolean =>
  priced !== undefined && priced.barcode !== "" && priced.price === label.price;

/**
 * A label at the price of now (labels#true-price), and what has changed, in words. `product` as just read; without
 * one, or without a price, there is no such label.
 */
export function repriced<Job extends LabelJob>(
  job: Job,
  product: ProductPrices | undefined,
): { job?: Job; change?: string } {
  const { label, title, priced } = job;
  if (!priced || !hasBookPrice(job)) return { job };
  if (!product) return { change: `${title}: no product has its barcode any more` };
  const { text: price, book = "" } = product.price;
  if (price === "") return { change: `${title}: no price book has a price any more` };
  const former = product.otherPrices.find((other) => other.book === priced.wasBook)?.text;
  const was = former !== undefined && Number(former) > Number(price) ? former : undefined;
  if (price === label.price && was === label.was) return { job };
  return {
    job: { ...job, label: { ...label, price, was }, priced: { ...priced, book, price } },
    change:
      price === label.price
        ? `${title}: was $${label.was ?? price} → $${was ?? price}`
        : `${title}: $${label.price} → $${price}`,
  };
}

/** What has changed in the prices of these lines since they were scanned, in words. */
export const priceChanges = (before: readonly BatchLine[], now: readonly BatchLine[]): string[] => {
  const old = new Map(before.map((line) => [line.key, line]));
  return now.flatMap(({ key, name, detail, price, problem }) => {
    const was = old.get(key);
    if (!was || (was.price === price && was.problem === problem)) return [];
    return [`${name}, ${detail}: ${problem ?? `$${was.price} → $${price}`}`];
  });
};
