import type { BatchLine, BatchProducts } from "./batch.ts";
import type { LabelJob } from "./jobs.ts";
import type { ProductPrices } from "./model.ts";

// Loaded with printing on the workstation, which needs it, and not with Print Label.

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

/** One barcode of each product of these lines: enough to read their prices. */
export const barcodesToRead = (lines: readonly BatchLine[]): string[] => [
  ...new Map(
    lines.flatMap(({ product, barcode }) => (product ? [[product.key, barcode] as const] : [])),
  ).values(),
];

/** The products at the prices that were read again, each for all of its sizes; without a price a product is gone. */
export function atPrices(
  products: BatchProducts,
  prices: Readonly<Record<string, ProductPrices | undefined>>,
  barcodes: readonly string[],
): BatchProducts {
  const read = new Map<string, ProductPrices | undefined>();
  for (const barcode of barcodes) {
    const product = products[barcode];
    if (product && !("unread" in product)) read.set(product.key, prices[barcode]);
  }
  return Object.fromEntries(
    Object.entries(products).map(([barcode, product]) => {
      if (!product || "unread" in product || !read.has(product.key)) return [barcode, product];
      const now = read.get(product.key);
      return [barcode, now && { ...product, ...now }];
    }),
  );
}

/** What has changed in the prices of these lines since they were scanned, in words. */
export const priceChanges = (before: readonly BatchLine[], now: readonly BatchLine[]): string[] => {
  const old = new Map(before.map((line) => [line.barcode, line]));
  return now.flatMap(({ barcode, name, detail, price, problem }) => {
    const was = old.get(barcode);
    if (!was || (was.price === price && was.problem === problem)) return [];
    return [`${name}, ${detail}: ${problem ?? `$${was.price} → $${price}`}`];
  });
};
