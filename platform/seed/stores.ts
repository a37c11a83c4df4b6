import type { StoreType } from "#contract/storeTypes.ts";

export const seedSizes = ["small", "demo", "large"] as const;
export type SeedSize = (typeof seedSizes)[number];

/** A store of the seed; `brands` are what it sells, `weight` its share of a large seed. */
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

const bigCommerce = (shop: string) => `https://${shop}.bigcommerce.example/manage/`;
const shopify = (shop: string) => `https://${shop}.shopify.example/admin/`;

const shoeBrands = ["Clarks", "Hush Puppies", "Volley", "Reebok", "Elka", "Harbour & Co", "Tern"] as const;
const allBrands = ["Clarks", "Superdry", "Hush Puppies", "Volley", "Reebok", "Elka", "Tern"] as const;

/**
 * The eight brand stores (labels#price-books), and one store of each other type (stores#types). Two stores of the small
 * seed are special: Elka holds exactly two full pages of products, Volley none.
 */
export const seedStores: readonly SeedStore[] = [
  {
    id: 1,
    name: "Clarks",
    alias: "CLK",
    type: "bigcommerce",
    managementBaseUrl: bigCommerce("clarks"),
    brands: ["Clarks"],
    demo: 1180,
    small: 45,
  },
  {
    id: 2,
    name: "Shoe Warehouse",
    alias: "SWH",
    type: "bigcommerce",
    managementBaseUrl: bigCommerce("shoe-warehouse"),
    brands: shoeBrands,
    demo: 1640,
    small: 47,
  },
  {
    id: 3,
    name: "Shoes and Sox",
    alias: "SNS",
    type: "bigcommerce",
    managementBaseUrl: bigCommerce("shoes-and-sox"),
    brands: shoeBrands,
    demo: 1310,
    small: 45,
  },
  {
    id: 4,
    name: "Superdry",
    alias: "SDY",
    type: "shopify",
    managementBaseUrl: shopify("superdry"),
    brands: ["Superdry"],
    demo: 760,
    small: 45,
  },
  {
    id: 5,
    name: "Reebok",
    alias: "RBK",
    type: "shopify",
    managementBaseUrl: shopify("reebok"),
    brands: ["Reebok"],
    demo: 940,
    small: 46,
  },
  {
    id: 6,
    name: "Hush Puppies",
    alias: "HPU",
    type: "bigcommerce",
    managementBaseUrl: bigCommerce("hush-puppies"),
    brands: ["Hush Puppies"],
    demo: 620,
    small: 45,
  },
  {
    id: 7,
    name: "Elka",
    alias: "ELK",
    type: "shopify",
    managementBaseUrl: shopify("elka"),
    brands: ["Elka"],
    demo: 340,
    small: 40,
  },
  {
    id: 8,
    name: "Volley",
    alias: "VOL",
    type: "shopify",
    managementBaseUrl: shopify("volley"),
    brands: ["Volley"],
    demo: 410,
    small: 0,
  },
  {
    id: 9,
    name: "The Iconic",
    alias: "ICN",
    type: "iconic",
    managementBaseUrl: null,
    brands: allBrands,
    demo: 1020,
    small: 48,
  },
  {
    id: 10,
    name: "Catch",
    alias: "CAT",
    type: "catch",
    managementBaseUrl: null,
    brands: shoeBrands,
    demo: 720,
    small: 45,
  },
  {
    id: 11,
    name: "Kogan",
    alias: "KGN",
    type: "kogan",
    managementBaseUrl: null,
    brands: shoeBrands,
    demo: 580,
    small: 45,
  },
  {
    id: 12,
    name: "Amazon",
    alias: "AMZ",
    type: "amazon",
    managementBaseUrl: null,
    brands: allBrands,
    demo: 880,
    small: 45,
  },
  {
    id: 13,
    name: "eBay",
    alias: "EBY",
    type: "ebay",
    managementBaseUrl: null,
    brands: shoeBrands,
    demo: 460,
    small: 45,
  },
  {
    id: 14,
    name: "Myer",
    alias: "MYR",
    type: "edimarketplace",
    managementBaseUrl: null,
    brands: allBrands,
    demo: 640,
    small: 45,
  },
  {
    id: 15,
    name: "Dom",
    alias: "DOM",
    type: "dom",
    managementBaseUrl: null,
    brands: allBrands,
    demo: 390,
    small: 45,
  },
  {
    id: 16,
    name: "Tools",
    alias: "TLS",
    type: "tools",
    managementBaseUrl: null,
    brands: ["Harbour & Co", "Tern"],
    demo: 210,
    small: 45,
  },
];

const largeTotal = 1_000_000;

/** How many products a store has in a seed of this size; a large seed has 1,000,000 in all. */
export function productCount(store: SeedStore, size: SeedSize): number {
  if (size !== "large") return store[size];
  const weights = seedStores.reduce((sum, { demo }) => sum + demo, 0);
  const before = seedStores.filter(({ id }) => id < store.id).reduce((sum, { demo }) => sum + demo, 0);
  const upTo = (weight: number) => Math.round((weight / weights) * largeTotal);
  return upTo(before + store.demo) - upTo(before);
}
