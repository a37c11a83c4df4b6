import { priceBookOf, recommendedPriceBook } from "#contract/labels.ts";
import { batchSize, insertRows } from "#platform/seed/insertRows.ts";
import type { SeedContext, SeedPart } from "#platform/seed/part.ts";
import { type Article, articleOf } from "#platform/seed/products/catalogue.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import { productCount, type SeedSize, type SeedStore, seedStores } from "#platform/seed/stores.ts";
import { labelEdgeCases } from "./edgeCases.ts";
import type { LabelParts, LabelPrice } from "./parts.ts";

/** A row of `label_products` under its column names, ready for a bulk load. */
export type LabelProductRow = {
  price_book: string;
  position: number;
  level_codes: string;
  barcodes: string[];
  clr_code: string;
  colour_name: string;
  product_name: string;
  brand: string;
  season: string;
  occasion: string;
  department: string;
  sizing: string;
  document: object;
};

const fewest = 24;
const most = 5000;

const rangeOf = (store: SeedStore, size: SeedSize): number =>
  Math.min(most, Math.max(fewest, productCount(store, size)));

const brandStores = seedStores.flatMap((store) => {
  const priceBook = priceBookOf(store.name);
  return priceBook === undefined ? [] : [{ store, priceBook }];
});

/** How many label products a seed of this size has in all. */
const labelProductCount = (size: SeedSize): number =>
  brandStores.reduce((sum, { store }) => sum + rangeOf(store, size), 0);

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

const filled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

/** The product at a position (from 1) of a store's range; those of `labelEdgeCases` are edge cases. */
function labelProductAt(store: SeedStore, priceBook: string, position: number): LabelProductRow {
  const usual = partsOf(store, priceBook, position);
  const parts = { ...usual, ...labelEdgeCases[position]?.(usual, priceBook) };
  const { styleName, brandLabel, occasion, department, sizing, colourName, season } = parts;
  return {
    price_book: priceBook,
    position,
    level_codes: [parts.levelCode, ...parts.sizes.map(({ levelCode }) => levelCode)].join("\n"),
    barcodes: parts.sizes.flatMap(({ barcode }) => barcode ?? []),
    clr_code: parts.clrCode,
    colour_name: colourName,
    product_name: styleName,
    brand: brandLabel,
    season,
    occasion,
    department,
    sizing,
    document: {
      LevelCode: parts.levelCode,
      ClrCode: parts.clrCode,
      ProductAttributes: filled({ styleName, brandLabel, occasion, department, sizing }),
      ClrAttributes: filled({ colourName, season }),
      Sizes: parts.sizes,
      Images: parts.images.map((imageUrl) => ({ imageUrl })),
      Prices: parts.prices,
    },
  };
}

/** The label products of every brand store's range, in batches of at most `batch`. */
export function* labelProductBatches(size: SeedSize, batch: number): Generator<LabelProductRow[]> {
  for (const { store, priceBook } of brandStores) {
    const count = rangeOf(store, size);
    for (let start = 1; start <= count; start += batch) {
      const length = Math.min(batch, count - start + 1);
      yield Array.from({ length }, (_, index) => labelProductAt(store, priceBook, start + index));
    }
  }
}

async function loadLabelProducts({ database, size, report }: SeedContext): Promise<void> {
  for (const rows of labelProductBatches(size, batchSize)) {
    await insertRows(database, "label_products", rows);
    report(rows.length);
  }
}

export const labelProductsPart: SeedPart = {
  name: "label products",
  tables: ["label_products"],
  rows: labelProductCount,
  load: loadLabelProducts,
};
