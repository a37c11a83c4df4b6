import { articleOf } from "#platform/seed/products/catalogue.ts";
import type { Random } from "#platform/seed/random.ts";
import { productCount, type SeedSize, type SeedStore } from "#platform/seed/stores.ts";

/** A line of an order, with what a docket says of it beside the contract's fields. */
export type SeedLine = {
  levelCode: string;
  quantity: number;
  description: string;
  colour: string;
  /** AUD. */
  unitPrice: number;
};

/** Lines that sell variants of the store's own products. */
export function linesFrom(store: SeedStore, size: SeedSize, count: number, random: Random): SeedLine[] {
  const range = Math.max(1, productCount(store, size));
  return Array.from({ length: count }, () => {
    const article = articleOf(store.id, store.brands, random.between(1, range));
    const variant = article.sizes[random.between(0, article.sizes.length - 1)];
    return {
      levelCode: variant?.sku ?? `${article.styleCode}_${article.colourCode}`,
      quantity: random.chance(0.88) ? 1 : random.between(2, 4),
      description: article.title,
      colour: article.colour,
      unitPrice: article.sale ?? article.rrp,
    };
  });
}
