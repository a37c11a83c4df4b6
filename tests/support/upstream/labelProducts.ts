import type { Upstream } from "./proxy.ts";

type Size = { sizeVal: string; skuIdx: string | number; levelCode: string; barcode: string };
type Price = { priceBookName: string; priceType: number; listPrice: number | string };

export type UpstreamLabelProduct = {
  LevelCode: string;
  ClrCode: string;
  ProductAttributes: Record<string, string>;
  ClrAttributes: Record<string, string>;
  Sizes: Size[];
  Images: { imageUrl: string }[];
  Prices: Price[];
};

const ean13 = (twelve: string): string => {
  const sum = [...twelve].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return twelve + String((10 - (sum % 10)) % 10);
};

/** The barcode of the n-th size of the n-th ordinary product; both from 1. */
export const labelBarcode = (product: number, size: number): string =>
  ean13(`93123${String(product).padStart(4, "0")}${String(size).padStart(3, "0")}`);

/** A product of three sizes, at 59.95 in the Clarks Web book and at 99.95 in RRP. */
function ordinary(number: number): UpstreamLabelProduct {
  const levelCode = `STY${1000 + number}`;
  return {
    LevelCode: levelCode,
    ClrCode: "BLK",
    ProductAttributes: {
      styleName: `Harbour Boot ${number}`,
      brandLabel: "Clarks",
      occasion: "Casual",
      department: "Womens",
      sizing: "AU Womens",
    },
    ClrAttributes: { colourName: "Black", season: "W26" },
    Sizes: [6, 7, 8].map((size, index) => ({
      sizeVal: String(size),
      skuIdx: number * 10 + index,
      levelCode: `${levelCode}_BLK_${size}`,
      barcode: labelBarcode(number, index + 1),
    })),
    Images: [],
    Prices: [
      { priceBookName: "Clarks Web", priceType: 1, listPrice: 59.95 },
      { priceBookName: "RRP", priceType: 1, listPrice: "99.95" },
    ],
  };
}

/** Twenty-five ordinary products, one full page and the beginning of another; ten pages in the range of Elka. */
const rangeOf = (pricebook: string | null): UpstreamLabelProduct[] =>
  Array.from({ length: pricebook === "Elka Web" ? 200 : 25 }, (_, index) => ordinary(index + 1));

/**
 * The n-th ordinary product, from 1, at another price in one of its books; added before the original, it replaces it.
 */
export function repriced(number: number, listPrice: number, book: string): UpstreamLabelProduct {
  const product = ordinary(number);
  const inBook = (price: Price) => (price.priceBookName === book ? { ...price, listPrice } : price);
  return { ...product, Prices: product.Prices.map(inBook) };
}

/** One page of the products that match a query: a barcode exactly, any other filter as a substring. */
export function labelProductPage(query: URLSearchParams): UpstreamLabelProduct[] {
  const [page, size] = [Number(query.get("page")), Number(query.get("pagesize"))];
  const filters = [...query].filter(([name]) => !/^(page|pagesize|pricebook)$/.test(name));
  const holds = (product: UpstreamLabelProduct, [name = "", part = ""]: string[]) =>
    JSON.stringify(product)
      .toLowerCase()
      .includes((name === "barcode" ? `"${part}"` : part).toLowerCase());
  return rangeOf(query.get("pricebook"))
    .filter((product) => filters.every((filter) => holds(product, filter)))
    .slice((page - 1) * size, page * size);
}

/** Replaces the product with the same code. */
export const replaceLabelProduct = (upstream: Upstream, product: UpstreamLabelProduct) =>
  upstream.change("/api/getallproducts", (rows: UpstreamLabelProduct[]) =>
    rows.map((row) => (row.LevelCode === product.LevelCode ? product : row)),
  );
