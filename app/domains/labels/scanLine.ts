import { plural } from "#app/values/values.ts";
import type { BatchLine } from "./batch.ts";
import { readPrice } from "./entry.ts";
import type { LabelJob } from "./jobs.ts";
import type { LabelProductView, ProductSize } from "./model.ts";

const inDollars = (text: string): string => {
  const price = readPrice(text);
  return "value" in price ? `$${price.value}` : "no price";
};

const named = (name: string, size: ProductSize | undefined): string =>
  size?.size ? `${name}, size ${size.size}` : name;

/** A scan added to the batch, in one line: product, price, and the number of its labels in the batch. */
export const batchScanLine = ({ product, name, size, price, quantity }: BatchLine): string =>
  [named(product?.name ?? name, size), inDollars(price), `${quantity || "0"} in batch`].join(" · ");

/** The current product in one line: product, price, and the number of labels to print. */
export function productScanLine(
  product: LabelProductView,
  { size, price, jobs }: { size: ProductSize | undefined; price: string; jobs: readonly LabelJob[] },
): string {
  const labels = jobs.reduce((sum, { label }) => sum + label.copies, 0);
  const isUsual = labels <= 1;
  return [
    named(product.name, size),
    inDollars(price),
    ...(isUsual ? [] : [plural(labels, "label", "labels")]),
  ].join(" · ");
}
