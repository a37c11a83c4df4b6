import type { StoreType } from "#contract/storeTypes.ts";
import { vouchers } from "#platform/database/schema/stores.ts";
import { voucherDigest } from "#platform/domains/vouchers/routes.ts";
import { recorded } from "./fixtures.ts";
import { type SeedSize, tablePart } from "./seed.ts";

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

/** Valid, used and expired ones, and one that the register fails on; listed for people in docs/vouchers.md. */
const seedVouchers: readonly { code: string; balance: number; days: number; fails?: true }[] =
  recorded("vouchers");

export const vouchersPart = tablePart("vouchers", vouchers, (_, anchor) =>
  seedVouchers.map(({ code, balance, days, fails = false }) => ({
    codeDigest: voucherDigest(code),
    balance,
    expiresAt: new Date(anchor.getTime() + days * 86_400_000),
    fails,
  })),
);
