/**
 * Where one store type keeps what the grid shows (spec 1 §3). Attribute names are alternatives, first
 * found first; `image.Main` may be one key or a path.
 */
export type ProductType = {
  /** Parts of the title, each with its alternatives; the parts found are joined. */
  title: readonly (readonly string[])[];
  brand: readonly string[];
  image?: { attribute: string; separator?: string };
  /** Attribute of a variant that holds its stock. */
  inventory?: string;
  rrp: readonly string[];
  sale: readonly string[];
  /** Shows the Status column (1 §2). */
  externalStatus?: true;
};

const nameOrTitle = [["name", "title"]] as const;
const brand = ["Brand", "brand"] as const;

const neutral: ProductType = {
  title: [["name", "title", "Name", "Title"]],
  brand,
  rrp: [],
  sale: [],
};

const productTypes: ReadonlyMap<string, ProductType> = new Map([
  [
    "iconic",
    {
      title: [["Name"], ["PRODUCT_DATA_Color"]],
      brand,
      image: { attribute: "Images", separator: ";" },
      inventory: "Quantity",
      rrp: ["Price"],
      sale: ["SalePrice"],
      externalStatus: true,
    },
  ],
  [
    "catch",
    {
      title: [["title"]],
      brand,
      image: { attribute: "image-1" },
      inventory: "OFFER_QUANTITY",
      rrp: ["OFFER_RRP_PRICE"],
      sale: ["OFFER_Price"],
    },
  ],
  [
    "kogan",
    {
      title: [["VARIANT_GROUP_TITLE"]],
      brand,
      image: { attribute: "IMAGES", separator: "|" },
      inventory: "STOCK",
      rrp: [],
      sale: [],
    },
  ],
  [
    "amazon",
    {
      title: [["title"]],
      brand,
      image: { attribute: "image.Main" },
      inventory: "quantity",
      rrp: ["list_price"],
      sale: ["standard_price"],
    },
  ],
  [
    "bigcommerce",
    { title: nameOrTitle, brand, inventory: "inventoryLevel", rrp: ["rrpPrice"], sale: ["price"] },
  ],
  [
    "shopify",
    { title: nameOrTitle, brand, inventory: "inventory", rrp: ["rrp_price"], sale: ["sale_price"] },
  ],
  [
    "dom",
    {
      title: [["title"]],
      brand,
      image: { attribute: "images", separator: ";" },
      inventory: "inventory",
      rrp: ["Price", "price"],
      sale: ["SalePrice", "sale_price"],
    },
  ],
  ["edimarketplace", { title: nameOrTitle, brand, inventory: "inventory", rrp: [], sale: [] }],
  ["tools", { ...neutral, inventory: "inventory" }],
] satisfies [string, ProductType][]);

/** The table's row of a store type; a type that it lacks (ebay, a new marketplace) gets a neutral one. */
export const productTypeOf = (storeType: string): ProductType =>
  productTypes.get(storeType.toLowerCase()) ?? neutral;
