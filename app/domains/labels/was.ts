import { readPrice } from "./entry.ts";
import type { LabelProductView } from "./model.ts";

/** The price of a product in that book; undefined if the book has none or none is requested. */
const priceIn = ({ otherPrices }: Pick<LabelProductView, "otherPrices">, book = ""): string | undefined =>
  book === ""
    ? undefined
    : otherPrices.find((price) => price.book.toLowerCase() === book.toLowerCase())?.text;

/** The former price on a label: the book's, if it is higher than the current price (labels#was). */
export function wasPrice(
  product: Pick<LabelProductView, "otherPrices">,
  book: string | undefined,
  price: string,
): string | undefined {
  const was = priceIn(product, book);
  const now = readPrice(price);
  return was !== undefined && "value" in now && Number(was) > Number(now.value) ? was : undefined;
}

/** Note on the former price of a product's label, for the person who chose its book; empty if nobody did. */
export function wasNote(product: Pick<LabelProductView, "otherPrices">, book: string, price: string): string {
  if (book === "") return "";
  const was = wasPrice(product, book, price);
  if (was !== undefined) return `Label: was $${was} (${book})`;
  return priceIn(product, book) === undefined ? `No price in ${book}` : `No higher price in ${book}`;
}

/** The books to choose former prices from: those of the products on the page, and the chosen one. */
export function wasBooks(
  products: readonly { otherPrices: readonly { book: string }[] }[],
  chosen: string,
): string[] {
  const books = new Map([[chosen.toLowerCase(), chosen]]);
  for (const { otherPrices } of products)
    for (const { book } of otherPrices)
      if (!books.has(book.toLowerCase())) books.set(book.toLowerCase(), book);
  return [...books.values()].filter((book) => book !== "").sort();
}
