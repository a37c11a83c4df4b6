import type { StoreType } from "#contract/storeTypes.ts";
import { recorded } from "./fixtures.ts";

export const seedSizes = ["small", "demo", "large"] as const;
export type SeedSize = (typeof seedSizes)[number];

/** A store of the seed; `brands` are its brands, `weight` its share of a large seed. */
export type SeedStore = {
  id: number;
  name: string;
  alias: string;
  type: StoreType;
  managementBaseUrl: string | null;
  brands: readonly [string, ...string[]];
  demo: number;
  small: number;
};

/**
 * The eight brand stores (labels#price-books), and one store of each other type (stores#types). Two stores of the small
 * seed are special: Elka holds exactly two full pages of products, Volley none.
 */
export const seedStores: readonly SeedStore[] = recorded("stores");

const largeTotal = 1_000_000;

/** How many products a store has in a seed of this size; a large seed has 1,000,000 in all. */
export function productCount(store: SeedStore, size: SeedSize): number {
  if (size !== "large") return store[size];
  const weights = seedStores.reduce((sum, { demo }) => sum + demo, 0);
  const before = seedStores.filter(({ id }) => id < store.id).reduce((sum, { demo }) => sum + demo, 0);
  const upTo = (weight: number) => Math.round((weight / weights) * largeTotal);
  return upTo(before + store.demo) - upTo(before);
}
