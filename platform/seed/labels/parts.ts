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
