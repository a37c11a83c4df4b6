import { priceBookOf, recommendedPriceBook } from "#contract/priceBooks.ts";
import { labelProducts } from "#platform/database/schema/products.ts";
import { filled, recorded } from "#platform/seed/fixtures.ts";
import { type Article, articleOf } from "#platform/seed/products/catalogue.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import { insertMany, type SeedPart, type SeedSize } from "#platform/seed/seed.ts";
import { productCount, type SeedStore, seedStores } from "#platform/seed/stores.ts";

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

/**
 * The edge-case products near the start of every range by their position, to show how labels treat them: unusual names,
 * barcodes and prices of a real product master.
 */
const edgeCases: Readonly<Record<number, object>> = recorded("labels");

const otherDigit = (digit: string | undefined) => String((Number(digit) + 3) % 10);

const edgeCaseBarcodes: Readonly<Record<number, (barcode: string, index: number) => string | null>> = {
  13: () => null,
  14: (barcode) => barcode.slice(1),
  15: (barcode, index) => `${index + 1}${barcode}`,
  16: (barcode) => `${barcode.slice(0, -1)}${otherDigit(barcode.at(-1))}`,
  17: (barcode, index) => `RK-${barcode.slice(-5)}-${index}`,
};

function edgeCaseAt(position: number, usual: LabelParts, priceBook: string): LabelParts {
  const pricesAsTexts = usual.prices.map((price) => ({ ...price, listPrice: String(price.listPrice) }));
  const barcodeOf = edgeCaseBarcodes[position];
  const sizes = usual.sizes.map((size, index) => ({
    ...size,
    barcode: barcodeOf ? barcodeOf(size.barcode ?? "", index) : size.barcode,
  }));
  const words = { ...usual, priceBook, pricesAsTexts };
  return { ...usual, sizes, ...Object(filled(edgeCases[position] ?? {}, words)) };
}

const minRange = 24;
const maxRange = 5000;

const rangeOf = (store: SeedStore, size: SeedSize): number =>
  Math.min(maxRange, Math.max(minRange, productCount(store, size)));

const brandStores = seedStores.flatMap((store) => {
  const priceBook = priceBookOf(store.name);
  return priceBook === undefined ? [] : [{ store, priceBook }];
});

function sizingOf({ sizes }: Article): string {
  const first = sizes[0]?.size ?? "";
  if (/^\d+(\.\d)?$/.test(first)) return "AU Shoe";
  return first.includes("-") ? "Sock Range" : "Alpha";
}

function pricesOf(article: Article, priceBook: string, random: Random): LabelPrice[] {
  const recommended = { priceBookName: recommendedPriceBook, priceType: 1, listPrice: article.rrp };
  const own = { priceBookName: priceBook, priceType: 1, listPrice: article.sale ?? article.rrp };
  const draw = random.fraction();
  if (draw < 0.1) return [recommended];
  if (draw < 0.25) return [recommended, { ...own, priceType: 2, listPrice: article.rrp + 20 }, own];
  return [recommended, own];
}

function partsOf(store: SeedStore, priceBook: string, position: number): LabelParts {
  const article = articleOf(store.id, store.brands, position);
  const random = randomFor(`label ${store.alias} ${position}`);
  const { colour, title, department } = article;
  return {
    levelCode: article.styleCode,
    clrCode: article.colourCode,
    styleName: title.endsWith(` ${colour}`) ? title.slice(0, -colour.length - 1) : title,
    brandLabel: article.brand,
    occasion: random.pick(["Casual", "Work", "Sport", "Formal", "School"]),
    department,
    sizing: sizingOf(article),
    colourName: colour,
    season: article.season,
    sizes: article.sizes.map(({ size, sku, barcode }, index) => ({
      sizeVal: size,
      skuIdx: store.id * 10_000_000 + position * 100 + index,
      levelCode: sku,
      barcode,
    })),
    images: article.images,
    prices: pricesOf(article, priceBook, random),
  };
}

const withoutEmpty = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

/** The product at a position (from 1) of a store's range; some at its start are edge cases. */
function labelProductAt(
  store: SeedStore,
  priceBook: string,
  position: number,
): typeof labelProducts.$inferInsert {
  const parts = edgeCaseAt(position, partsOf(store, priceBook, position), priceBook);
  const { styleName, brandLabel, occasion, department, sizing, colourName, season } = parts;
  return {
    priceBook,
    position,
    levelCodes: [parts.levelCode, ...parts.sizes.map(({ levelCode }) => levelCode)].join("\n"),
    barcodes: parts.sizes.flatMap(({ barcode }) => barcode ?? []),
    clrCode: parts.clrCode,
    colourName,
    productName: styleName,
    brand: brandLabel,
    season,
    occasion,
    department,
    sizing,
    document: {
      LevelCode: parts.levelCode,
      ClrCode: parts.clrCode,
      ProductAttributes: withoutEmpty({ styleName, brandLabel, occasion, department, sizing }),
      ClrAttributes: withoutEmpty({ colourName, season }),
      Sizes: parts.sizes,
      Images: parts.images.map((imageUrl) => ({ imageUrl })),
      Prices: parts.prices,
    },
  };
}

export const labelProductsPart: SeedPart = {
  name: "label products",
  tables: ["label_products"],
  async load(context) {
    for (const { store, priceBook } of brandStores)
      await insertMany(context, labelProducts, rangeOf(store, context.size), (place) =>
        labelProductAt(store, priceBook, place),
      );
  },
};
