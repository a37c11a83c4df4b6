import { readPrice } from "./entry.ts";
import { type LabelJob, type LabelLook, toLabel } from "./jobs.ts";
import { type LabelProductView, type ProductSize, sizeOfBarcode } from "./model.ts";

/** Scans on their way: one at a time is looked up, the others wait in the order in which they came. */
export type Scans = {
  waiting: readonly string[];
  /** The scan being looked up, and the page that it was sent from. */
  sent?: { code: string; from: string };
};

export const noScans: Scans = { waiting: [] };

export const withScan = (scans: Scans, code: string): Scans => ({
  ...scans,
  waiting: [...scans.waiting, code],
});

/**
 * The turn of a page at rest: the scan whose result it shows, and the one to send now. `page` is another one after
 * every answer, `shown` the code that it shows. A scan that something else overtook is sent again if `isKept`.
 */
export function takeTurn(
  scans: Scans,
  { page, shown, isKept }: { page: string; shown: string; isKept: boolean },
): { scans: Scans; landed?: string; next?: string } {
  const { sent, waiting } = scans;
  if (sent?.from === page) return { scans };
  const isLanded = sent?.code === shown;
  const [next, ...others] = sent && !isLanded && isKept ? [sent.code, ...waiting] : waiting;
  return {
    scans: { waiting: others, ...(next === undefined ? {} : { sent: { code: next, from: page } }) },
    ...(isLanded ? { landed: shown } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

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
