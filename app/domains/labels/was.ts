import { readPrice } from "./entry.ts";
import type { LabelProductView } from "./model.ts";

/** The price of a product in that book; undefined where the book has none, or none is asked for. */
const priceIn = ({ otherPrices }: LabelProductView, book = ""): string | undefined =>
  book === ""
    ? undefined
    : otherPrices.find((price) => price.book.toLowerCase() === book.toLowerCase())?.text;

/** What a label shows as the former price: the book's, where it is higher than what is asked now (labels#was). */
export function wasPrice(
  product: LabelProductView,
  book: string | undefined,
  price: string,
): string | undefined {
  const was = priceIn(product, book);
  const now = readPrice(price);
  return was !== undefined && "value" in now && Number(was) > Number(now.value) ? was : undefined;
}

/** What becomes of the former price on a product's label, for the person who chose its book; empty where none did. */
export function wasNote(product: LabelProductView, book: string, price: string): string {
  if (book === "") return "";
  const was = wasPrice(product, book, price);
  if (was !== undefined) return `Label: was $${was} (${book})`;
  return priceIn(product, book) === undefined ? `No price in ${book}` : `No higher price in ${book}`;
}

/** The books that a former price can be from: those of the products on the page, and the one that is chosen. */
export function wasBooks(products: readonly LabelProductView[], chosen: string): string[] {
  const books = new Map([[chosen.toLowerCase(), chosen]]);
  for (const { otherPrices } of products)
    for (const { book } of otherPrices)
      if (!books.has(book.toLowerCase())) books.set(book.toLowerCase(), book);
  return [...books.values()].filter((book) => book !== "").sort();
}
