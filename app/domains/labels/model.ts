import { type ListPage, readableRows, toOpenPage } from "#app/core/lists/listed.ts";
import { imageAddresses, shorten, toText } from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { LabelProduct, LabelProductPrice } from "#contract/labels.ts";
import { dollarsText, readCents, readNumber } from "#contract/numbers.ts";
import { labelProductPageSize, priceBookOf, recommendedPriceBook } from "#contract/priceBooks.ts";
import type { ProductPrices, ProductSize } from "./batchRecord.ts";
import { isBarcode, isSameNumber } from "./entry.ts";
import { maxBookLength, maxProductKeyLength } from "./search.ts";

const maxTextLength = 200;

export const sameBook = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The price books by their names, each once. */
export const distinctBooks = (books: readonly string[]): string[] =>
  books.filter((book, at) => book !== "" && books.findIndex((one) => sameBook(one, book)) === at);

function chosenOf(prices: readonly LabelProductPrice[], book: string): ProductPrices["price"] | undefined {
  const entries = prices.flatMap(({ priceBookName, listPrice, priceType }) => {
    const cents = readCents(listPrice);
    const isPrice = sameBook(toText(priceBookName), book) && cents !== undefined && cents >= 0;
    return isPrice ? { cents, isListed: readNumber(priceType) === 1 } : [];
  });
  const [first] = entries;
  if (!first) return undefined;
  const listed = entries.find(({ isListed }) => isListed);
  const price = { text: dollarsText((listed ?? first).cents), from: book, book };
  const count = entries.length;
  if (count === 1) return price;
  return listed
    ? { ...price, from: `${book}, price type 1 of ${count} prices` }
    : { ...price, mark: `${book} has ${count} prices, none of type 1: this is the first.` };
}

/**
 * The price to print: from the store's price book, of several entries the one of price type 1, else
 * the first, marked; from the RRP book if the store's has none (labels#price).
 */
export function priceOf(prices: readonly LabelProductPrice[], storeName: string): ProductPrices["price"] {
  const book = priceBookOf(storeName);
  const own = book === undefined ? undefined : chosenOf(prices, book);
  if (own) return own;
  const recommended = chosenOf(prices, recommendedPriceBook);
  if (!recommended) return { text: "", from: "", mark: "No price book has a price: enter one." };
  return book === undefined
    ? recommended
    : { ...recommended, from: `${recommended.from}: there is no price in ${book}` };
}

const maxOtherBooks = 12;

/** A product's prices in the other books, each selected as in `priceOf`. */
function otherPricesOf(
  prices: readonly LabelProductPrice[],
  storeName: string,
): ProductPrices["otherPrices"] {
  const own = priceBookOf(storeName) ?? recommendedPriceBook;
  return distinctBooks(prices.map(({ priceBookName }) => toText(priceBookName).trim()))
    .filter((book) => book.length <= maxBookLength && !sameBook(book, own))
    .slice(0, maxOtherBooks)
    .flatMap((book) => {
      const { text } = chosenOf(prices, book) ?? {};
      return text === undefined ? [] : { book, text };
    });
}

function toSizes(product: LabelProduct): ProductSize[] {
  const used = new Set<string>();
  return (product.Sizes ?? []).map((size, index) => {
    const codes = [toText(size.skuIdx), toText(size.barcode), String(index)];
    const key = codes.find((code) => code !== "" && code.length <= 60 && !used.has(code)) ?? `${index}.`;
    used.add(key);
    return {
      key,
      size: shorten(toText(size.sizeVal), 40),
      sku: shorten(toText(size.levelCode), 60),
      barcode: shorten(toText(size.barcode), 60),
    };
  });
}

/** A product as shown; missing texts are empty. */
export function toLabelProduct(product: LabelProduct, storeName: string) {
  const text = (value: unknown) => shorten(toText(value), maxTextLength);
  const levelCode = text(product.LevelCode);
  const clrCode = text(product.ClrCode);
  const { ProductAttributes: ofStyle, ClrAttributes: ofColour } = product;
  const image = (product.Images ?? []).flatMap(({ imageUrl }) => imageAddresses(imageUrl)).at(0);
  return {
    key: [levelCode, clrCode].join("~").slice(0, maxProductKeyLength),
    name: text(ofStyle?.styleName) || levelCode,
    brand: text(ofStyle?.brandLabel),
    colour: text(ofColour?.colourName),
    levelCode,
    clrCode,
    season: text(ofColour?.season),
    occasion: text(ofStyle?.occasion),
    department: text(ofStyle?.department),
    sizing: text(ofStyle?.sizing),
    ...(image === undefined ? {} : { image }),
    price: priceOf(product.Prices ?? [], storeName),
    otherPrices: otherPricesOf(product.Prices ?? [], storeName),
    sizes: toSizes(product),
  };
}

export type LabelProductView = ReturnType<typeof toLabelProduct>;

/** A product with its place on the page, which may have the same one twice. */
export type LabelProductRow = LabelProductView & { row: string };

export type ProductList = ListPage<LabelProductRow>;

/** One page of products; a full page may be followed by another (screens#more-rows). */
export const toProductList = (rows: readonly WireRow<LabelProduct>[], storeName: string): ProductList =>
  toOpenPage(rows, labelProductPageSize, (product, index) => ({
    ...toLabelProduct(product, storeName),
    row: String(index),
  }));

/** The current product: the chosen one, else with a barcode the first result (labels#selected). */
export function chosenProduct(
  list: Pick<ProductList, "rows"> | undefined,
  { product: key, filter }: { product: string; filter: { barcode: string } },
): LabelProductView | undefined {
  const products = readableRows(list?.rows ?? []);
  const chosen = products.find((product) => product.key === key);
  return chosen ?? (filter.barcode === "" ? undefined : products[0]);
}

export const sizeOfBarcode = (
  product: Pick<LabelProductView, "sizes">,
  barcode: string,
): ProductSize | undefined =>
  barcode === ""
    ? undefined
    : (product.sizes.find((size) => size.barcode === barcode) ??
      product.sizes.find((size) => isSameNumber(size.barcode, barcode)));

/** A number as its product has it on file, so that however it is scanned it is one label (labels#one-number). */
export function barcodeOnFile(product: Pick<LabelProductView, "sizes">, barcode: string): string {
  const size = sizeOfBarcode(product, barcode);
  return size && isBarcode(size.barcode) ? size.barcode : barcode;
}
