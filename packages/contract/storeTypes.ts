/** Features that only the stores of some types have (roles#store-pages). */
export type StoreFeature = "rules" | "returns" | "vouchers" | "edi";

/**
 * Where a store type's products have their common facts (products#attributes). Attribute names are alternatives, first
 * found first; `image.Main` may be one key or a path.
 */
export type ProductAttributes = {
  /** Parts of the title, each with its alternatives; the parts found are joined. */
  title: readonly (readonly string[])[];
  brand: readonly string[];
  image?: { attribute: string; separator?: string };
  /** Attribute of a variant with its stock. */
  inventory?: string;
  rrp: readonly string[];
  sale: readonly string[];
  /** Its variants have a channel state, which the Status column shows. */
  externalStatus?: true;
};

type StoreTypeFacts = {
  /** The channel company's name. */
  name: string;
  features: readonly StoreFeature[];
  product: ProductAttributes;
};

const nameOrTitle = [["name", "title"]] as const;
const brand = ["Brand", "brand", "BRAND"] as const;

/** The attributes of a product of an unknown store type, or of one without its own. */
export const neutralProduct = {
  title: [["name", "title", "Name", "Title"]],
  brand,
  rrp: [],
  sale: [],
} as const satisfies ProductAttributes;

/** The known store types (stores#types). The wire may carry others. */
const facts = {
  iconic: {
    name: "The Iconic",
    features: [],
    product: {
      title: [["Name"], ["PRODUCT_DATA_Color"]],
      brand,
      image: { attribute: "Images", separator: ";" },
      inventory: "Quantity",
      rrp: ["Price"],
      sale: ["SalePrice"],
      externalStatus: true,
    },
  },
  catch: {
    name: "Catch",
    features: [],
    product: {
      title: [["title"]],
      brand,
      image: { attribute: "image-1" },
      inventory: "OFFER_QUANTITY",
      rrp: ["OFFER_RRP_PRICE"],
      sale: ["OFFER_Price"],
    },
  },
  kogan: {
    name: "Kogan",
    features: [],
    product: {
      title: [["VARIANT_GROUP_TITLE"]],
      brand,
      image: { attribute: "IMAGES", separator: "|" },
      inventory: "STOCK",
      rrp: [],
      sale: [],
    },
  },
  amazon: {
    name: "Amazon",
    features: [],
    product: {
      title: [["title"]],
      brand,
      image: { attribute: "image.Main" },
      inventory: "quantity",
      rrp: ["list_price"],
      sale: ["standard_price"],
    },
  },
  bigcommerce: {
    name: "Big Commerce",
    features: ["rules", "returns", "vouchers"],
    product: { title: nameOrTitle, brand, inventory: "inventoryLevel", rrp: ["rrpPrice"], sale: ["price"] },
  },
  shopify: {
    name: "Shopify",
    features: ["rules", "returns"],
    product: { title: nameOrTitle, brand, inventory: "inventory", rrp: ["rrp_price"], sale: ["sale_price"] },
  },
  ebay: {
    name: "eBay",
    features: [],
    product: neutralProduct,
  },
  edimarketplace: {
    name: "The EDI partner",
    features: ["edi"],
    product: { title: nameOrTitle, brand, inventory: "inventory", rrp: [], sale: [] },
  },
  dom: {
    name: "Dom",
    features: [],
    product: {
      title: [["title"]],
      brand,
      image: { attribute: "images", separator: ";" },
      inventory: "inventory",
      rrp: ["Price", "price"],
      sale: ["SalePrice", "sale_price"],
    },
  },
  tools: {
    name: "Tools",
    features: [],
    product: { ...neutralProduct, inventory: "inventory" },
  },
} as const satisfies Record<string, StoreTypeFacts>;

export type StoreType = keyof typeof facts;

/** The store types that have a feature. */
export type StoreTypeWith<Feature extends StoreFeature> = {
  [Type in StoreType]: Feature extends (typeof facts)[Type]["features"][number] ? Type : never;
}[StoreType];

export const storeTypeFacts: Readonly<Record<StoreType, StoreTypeFacts>> = facts;

export const isStoreType = (type: string): type is StoreType => Object.hasOwn(facts, type);

export const storeTypes: readonly StoreType[] = Object.keys(facts).filter(isStoreType);

/** A known type in its canonical case; an unknown one unchanged (stores#types). */
export function foldStoreType(type: string): string {
  const folded = type.trim().toLowerCase();
  return isStoreType(folded) ? folded : type;
}

/** Whether the stores of a type have a feature; unknown types have none. */
export const storeTypeHas = <Feature extends StoreFeature>(
  type: string,
  feature: Feature,
): type is StoreTypeWith<Feature> => isStoreType(type) && storeTypeFacts[type].features.includes(feature);
