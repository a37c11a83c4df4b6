import { priceBookOf, recommendedPriceBook } from "#contract/labels.ts";
import { labelProducts } from "#platform/database/schema/labels.ts";
import { insertMany } from "#platform/seed/insertRows.ts";
import { type Article, articleOf } from "#platform/seed/products/catalogue.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import type { SeedPart } from "#platform/seed/seed.ts";
import { productCount, type SeedSize, type SeedStore, seedStores } from "#platform/seed/stores.ts";
import { type LabelParts, type LabelPrice, labelEdgeCases } from "./edgeCases.ts";

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

/** The product at a position (from 1) of a store's range; those of `labelEdgeCases` are edge cases. */
function labelProductAt(
  store: SeedStore,
  priceBook: string,
  position: number,
): typeof labelProducts.$inferInsert {
  const usual = partsOf(store, priceBook, position);
  const parts = { ...usual, ...labelEdgeCases[position]?.(usual, priceBook) };
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
  rows: (size) => brandStores.reduce((sum, { store }) => sum + rangeOf(store, size), 0),
  async load(context) {
    for (const { store, priceBook } of brandStores)
      await insertMany(context, labelProducts, rangeOf(store, context.size), (place) =>
        labelProductAt(store, priceBook, place),
      );
  },
};
