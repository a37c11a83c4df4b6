/** Rows on a page (labels#page-size). After a full page there may be another one. */
export const labelProductPageSize = 20;

/**
 * The price book with every product: for stores without a book of their own, and for products that are not in theirs.
 */
export const recommendedPriceBook = "RRP";

const priceBooks: Readonly<Record<string, string>> = {
  clarks: "Clarks Web",
  "shoe warehouse": "SWH Web",
  "shoes and sox": "SNS Web",
  superdry: "SuperDry Web",
  reebok: "REEBOK WEB",
  "hush puppies": "HushPups Web",
  elka: "Elka Web",
  volley: "Volley Web AUD",
};

/** The price book of a web store by its name, case-insensitive (labels#price-books); undefined without one. */
export const priceBookOf = (storeName: string): string | undefined => {
  const name = storeName.trim().toLowerCase();
  return Object.hasOwn(priceBooks, name) ? priceBooks[name] : undefined;
};
