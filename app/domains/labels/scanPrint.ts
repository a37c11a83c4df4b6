import { readPrice } from "./entry.ts";
import { type LabelJob, type LabelLook, toLabel } from "./jobs.ts";
import { type LabelProductView, type ProductSize, sizeOfBarcode } from "./model.ts";

/** The one label that a scan prints, or what a person has to decide first. */
export type ScanToPrint = { job: LabelJob } | { ask: string };

/**
 * The label that a scan prints immediately (labels#scan-and-print): one of the size with the barcode, at the
 * product's own price. Nothing is printed automatically if the code is ambiguous or the price implausible.
 */
export function labelOfScan(
  products: readonly LabelProductView[],
  barcode: string,
  look: LabelLook,
): ScanToPrint {
  const found = products.flatMap((product): { product: LabelProductView; size: ProductSize }[] => {
    const size = sizeOfBarcode(product, barcode);
    return size ? [{ product, size }] : [];
  });
  const [first] = found;
  if (!first) return { ask: "no size of this product has this barcode. Enter the quantities" };
  if (found.length > 1) return { ask: `${found.length} products have this barcode. Choose one` };
  const { product, size } = first;
  const price = readPrice(product.price.text);
  if ("problem" in price) return { ask: "there is no price. Enter one" };
  if (Number(price.value) === 0) return { ask: "the price is $0.00. Look at it" };
  return { job: toLabel(look, { product, size, price: price.value, copies: 1 }) };
}
