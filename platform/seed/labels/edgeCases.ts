import { recommendedPriceBook } from "#contract/labels.ts";

/** One entry of a price book, under its wire names (labels#fields); dollars. */
export type LabelPrice = { priceBookName: string; priceType: number; listPrice: number | string };

/** The parts of a label product; empty texts are left out of its wire form. */
export type LabelParts = {
  levelCode: string;
  clrCode: string;
  styleName: string;
  brandLabel: string;
  occasion: string;
  department: string;
  sizing: string;
  colourName: string;
  season: string;
  sizes: { sizeVal: string; skuIdx: number; levelCode: string; barcode: string | null }[];
  images: string[];
  prices: LabelPrice[];
};

type EdgeCase = (parts: LabelParts, priceBook: string) => Partial<LabelParts>;

const named =
  (styleName: string): EdgeCase =>
  () => ({ styleName });

const coded =
  (change: (barcode: string, index: number) => string | null): EdgeCase =>
  ({ sizes }) => ({
    sizes: sizes.map((size, index) => ({ ...size, barcode: change(size.barcode ?? "", index) })),
  });

const otherDigit = (digit: string | undefined) => String((Number(digit) + 3) % 10);

const longName =
  "Wattle & Banksia Limited Edition Heritage Womens Chelsea Boot with Cushioned Footbed, Non-marking " +
  "Sole, Water-repellent Nubuck Upper, Pull Tabs at Front and Back and a Spare Pair of Waxed Cotton Laces in";

/**
 * The edge-case products near the start of every range by their position, to show how labels treat them: unusual names,
 * barcodes and prices of a real product master.
 */
export const labelEdgeCases: Readonly<Record<number, EdgeCase>> = {
  3: named(`"Tilda" 5" Wedge, Women's 'Wide Fit'`),
  5: named("Émile Café Crème – Größe „Ñandú“ ab 50 €"),
  7: named("Juno ^XZ ~JA _5E \\ & <b>Runner</b>"),
  9: named(longName),
  11: named("Kakushō Łódź スニーカー 👟 Trainer"),
  13: coded(() => null),
  14: coded((barcode) => barcode.slice(1)),
  15: coded((barcode, index) => `${index + 1}${barcode}`),
  16: coded((barcode) => `${barcode.slice(0, -1)}${otherDigit(barcode.at(-1))}`),
  17: coded((barcode, index) => `RK-${barcode.slice(-5)}-${index}`),
  18: ({ prices }) => ({
    prices: prices.filter(({ priceBookName }) => priceBookName === recommendedPriceBook),
  }),
  19: ({ prices }, priceBookName) => ({
    prices: [
      ...prices.filter((price) => price.priceBookName === recommendedPriceBook),
      { priceBookName, priceType: 3, listPrice: 149.95 },
      { priceBookName, priceType: 1, listPrice: 119.5 },
      { priceBookName, priceType: 2, listPrice: 99 },
    ],
  }),
  20: (_, priceBookName) => ({
    prices: [
      { priceBookName, priceType: 4, listPrice: 89.95 },
      { priceBookName, priceType: 2, listPrice: 79.95 },
    ],
  }),
  21: () => ({ prices: [] }),
  22: ({ prices }) => ({ prices: prices.map((price) => ({ ...price, listPrice: String(price.listPrice) })) }),
  23: () => ({ sizes: [] }),
  24: () => ({
    styleName: "",
    brandLabel: "",
    occasion: "",
    department: "",
    sizing: "",
    colourName: "",
    season: "",
    images: [],
  }),
};
