import { labelButtons } from "#app/core/specification/stores.ts";
import type { PrintedProduct, ProductSize } from "./batchRecord.ts";
import { isNothing, readPrice, readQuantity } from "./entry.ts";
import { barcodeDesign, copiesLimits, designOf, isPerSize, type LabelDesign } from "./label.ts";
import type { Label } from "./labelSchemas.ts";
import { distinctBooks, type LabelProductView, sameBook, sizeOfBarcode } from "./model.ts";
import type { LabelState } from "./search.ts";
import type { AskedLabel } from "./stations/station.ts";

/** The price of a product in that book; undefined if the book has none or none is requested. */
const priceIn = ({ otherPrices }: Pick<LabelProductView, "otherPrices">, book = ""): string | undefined =>
  book === "" ? undefined : otherPrices.find((price) => sameBook(price.book, book))?.text;

/** The former price on a label: the book's, if it is higher than the current price (labels#was). */
export function wasPrice(
  product: Pick<LabelProductView, "otherPrices">,
  book: string | undefined,
  price: string,
): string | undefined {
  const was = priceIn(product, book);
  const now = readPrice(price);
  return was !== undefined && now.value !== undefined && Number(was) > Number(now.value) ? was : undefined;
}

type Prices = { price: string; was?: string | undefined };

const formerText = ({ was }: Prices): string => (was === undefined ? "no former price" : `was $${was}`);

/** What has changed in the prices of a label, in words; undefined if nothing. */
export function priceChange(before: Prices, now: Prices): string | undefined {
  if (before.price !== now.price) return `$${before.price} → $${now.price}`;
  return before.was === now.was ? undefined : `${formerText(before)} → ${formerText(now)}`;
}

/** The prices of labels, as they were shown: others are not printed in their place (labels#true-price). */
export const pricesOf = (jobs: readonly LabelJob[]): string =>
  jobs.map(({ label: { price, was = "" } }) => `${price} ${was}`).join(",");

/** Note on the former price of a product's label, for the person who chose its book; empty if nobody did. */
export function wasNote(product: Pick<LabelProductView, "otherPrices">, book: string, price: string): string {
  if (book === "") return "";
  const was = wasPrice(product, book, price);
  if (was !== undefined) return `Label: was $${was} (${book})`;
  return priceIn(product, book) === undefined ? `No price in ${book}` : `No higher price in ${book}`;
}

/** The books to choose former prices from: those of the products on the page, and the chosen one. */
export const wasBooks = (
  products: readonly { otherPrices: readonly { book: string }[] }[],
  chosen: string,
): string[] =>
  distinctBooks([
    chosen,
    ...products.flatMap(({ otherPrices }) => otherPrices.map(({ book }) => book)),
  ]).sort();

/** A label to print with its title; `priced` for a label of a product. */
export type LabelJob = Omit<AskedLabel, "id">;

/** The look of all labels: their design, and the price book of the former price, if any. */
export type LabelLook = { design: LabelDesign; was?: string };

/** What a product's labels depend on: what was scanned and typed, and their look. */
export type LabelChoice = LabelState & LabelLook;

/** A state with the design that its store prints. */
export const choiceOf = (storeName: string, state: LabelState): LabelChoice => ({
  ...state,
  design: designOf(storeName, state.design),
});

/** A size's quantity: as typed, else 1 for the scanned size unless scans go into a batch. */
export const quantityText = (
  product: LabelProductView,
  size: ProductSize,
  { quantities, gather, filter }: LabelState,
): string => quantities[size.key] ?? (!gather && size === sizeOfBarcode(product, filter.barcode) ? "1" : "");

type TypedPrice = Pick<LabelState, "price">;

export const priceText = ({ price }: TypedPrice, product: Pick<LabelProductView, "price">): string =>
  price ?? product.price.text;

/** The price book's price if another was typed over it; shown without its source. */
export function typedOver(entry: TypedPrice, product: Pick<LabelProductView, "price">): string | undefined {
  const { text } = product.price;
  const typed = readPrice(priceText(entry, product));
  return text === "" || typed.value === undefined || typed.value === text ? undefined : text;
}

/** Half or twice the price book's price: probably a digit too few or too many. */
export const isFarFrom = (price: string, was: string): boolean =>
  Number(price) < Number(was) / 2 || Number(price) > Number(was) * 2;

export const sizeRangeOf = ({ sizing }: { sizing: string }, { size }: { size: string }): string =>
  sizing === "" || sizing === size ? size : `${size} (${sizing})`.trim();

type LabelOf = { product: PrintedProduct; size: ProductSize | undefined; price: string; copies: number };

export function toLabel(look: LabelLook, { product, size, price, copies }: LabelOf): LabelJob {
  const { design } = look;
  const sized = isPerSize(design) ? size : undefined;
  const was = wasPrice(product, look.was, price);
  return {
    label: {
      design,
      name: product.name,
      colour: product.colour,
      sizeRange: sized ? sizeRangeOf(product, sized) : "",
      barcode: sized?.barcode ?? "",
      price,
      was,
      copies,
    },
    title: [product.name, product.colour, sized?.size].filter(Boolean).join(", "),
    // A label of the whole product is stored under its first size's barcode, whichever size was scanned.
    priced: {
      barcode: (isPerSize(design) ? size : product.sizes[0])?.barcode ?? "",
      book: product.price.book ?? "",
      price: product.price.text,
      ...(was === undefined ? {} : { wasBook: look.was }),
    },
  };
}

/** The printable labels, or why there are none: messages in the order of the fields. */
export type PrintSet = { jobs: LabelJob[]; missing: string[] };

const noProduct = "Scan or choose a product.";
const noQuantity = "Enter a quantity for a size.";
export const nothingAsked = "The price is $0.00: press 'Print $0.00' if it is meant.";

/**
 * The labels of both buttons (labels#buttons, docs/labels.md). Print Barcode: one barcode label per size with a
 * quantity; name and price alone for a size without a barcode. Print Design: the same in the chosen design, or, if
 * the design is per product, one label in as many copies as the sum of the quantities, at least one.
 */
export function printSets(
  product: LabelProductView | undefined,
  choice: LabelChoice,
): Record<"barcode" | "design", PrintSet> {
  if (!product) {
    const none = { jobs: [], missing: [noProduct] };
    return { barcode: none, design: none };
  }
  const { wanted, price, problems } = readEntry(product, choice);
  const total = wanted.reduce((sum, { copies }) => sum + copies, 0);
  const setIn = (design: LabelDesign): PrintSet => {
    const isSized = isPerSize(design);
    const { lowest, highest } = copiesLimits;
    const of = isSized ? wanted : [{ size: undefined, copies: Math.max(total, lowest) }];
    const tooMany = isSized || total <= highest ? [] : [`${highest} labels at most at a time.`];
    const missing = [...(of.length === 0 ? [noQuantity] : []), ...problems, ...tooMany];
    if (price.value === undefined || missing.length > 0) return { missing, jobs: [] };
    const label = { product, price: price.value };
    return { missing, jobs: of.map((one) => toLabel({ ...choice, design }, { ...label, ...one })) };
  };
  return { barcode: setIn(barcodeDesign), design: setIn(choice.design) };
}

/** The price, the sizes that are wanted with their copies, and what is wrong, each said once. */
function readEntry(product: LabelProductView, choice: LabelChoice) {
  const problems = new Set<string>();
  const wanted = product.sizes.flatMap((size) => {
    const read = readQuantity(quantityText(product, size, choice));
    if (read.problem !== undefined)
      problems.add(`Quantity of size ${size.size || size.sku}: ${read.problem}`);
    return read.value ? [{ size, copies: read.value }] : [];
  });
  const price = readPrice(priceText(choice, product));
  if (price.problem !== undefined) problems.add(price.problem);
  else if (isNothing(price) && !choice.free) problems.add(nothingAsked);
  return { wanted, price, problems: [...problems] };
}

/**
 * The labels of the preview: of the first size to be printed, else the scanned one, else the first; each with its button
 * where the two buttons print different ones. An invalid price leaves its place empty.
 */
export function previewLabels(
  product: LabelProductView,
  choice: LabelChoice,
): { label: Label; printedBy?: string }[] {
  const { wanted, price: typed } = readEntry(product, choice);
  const size = wanted[0]?.size ?? sizeOfBarcode(product, choice.filter.barcode) ?? product.sizes[0];
  const price = typed.value ?? "";
  const labelIn = (design: LabelDesign) => ({
    label: toLabel({ ...choice, design }, { product, size, price, copies: 1 }).label,
  });
  if (choice.design === barcodeDesign) return [labelIn(barcodeDesign)];
  return [
    { ...labelIn(choice.design), printedBy: labelButtons.design },
    { ...labelIn(barcodeDesign), printedBy: labelButtons.barcode },
  ];
}

/** What was scanned in one line: 'Harbour Boot, size 7 · $59.95 · 2 in batch'. */
export function scanText(name: string, size: string | undefined, price: string, count: string): string {
  const dollars = readPrice(price).value;
  const what = size ? `${name}, size ${size}` : name;
  return [what, dollars === undefined ? "no price" : `$${dollars}`, count].filter(Boolean).join(" · ");
}

/**
 * The label that a scan prints immediately (labels#scan-and-print): one of the size with the barcode, at the
 * product's own price; or what a person has to decide first, if the code is ambiguous or the price implausible.
 */
export function labelOfScan(
  products: readonly LabelProductView[],
  choice: LabelChoice,
): { job: LabelJob } | { ask: string } {
  const { barcode } = choice.filter;
  const found = products.flatMap((product) => {
    const size = sizeOfBarcode(product, barcode);
    return size ? { product, size } : [];
  });
  const [first] = found;
  if (!first) return { ask: "no size of this product has this barcode. Enter the quantities" };
  if (found.length > 1) return { ask: `${found.length} products have this barcode. Choose one` };
  const { product, size } = first;
  const price = readPrice(product.price.text);
  if (price.value === undefined) return { ask: "there is no price. Enter one" };
  if (Number(price.value) === 0) return { ask: "the price is $0.00. Look at it" };
  return { job: toLabel(choice, { product, size, price: price.value, copies: 1 }) };
}
