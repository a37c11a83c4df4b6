import { type ProductAttributes, type StoreType, storeTypeFacts } from "#contract/storeTypes.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { type Article, wholesaleOf } from "./catalogue.ts";

type Size = Article["sizes"][number];

/** A channel's attributes of a product: the group's, and each variant's. */
type Dress = { group(article: Article): JsonObject; variant(article: Article, size: Size): JsonObject };

const price = (amount: number) => amount.toFixed(2);
const saleOf = (article: Article) => article.sale ?? article.rrp;
const numbered = (images: string[], name: (index: number) => string): JsonObject =>
  Object.fromEntries(images.map((image, index) => [name(index), image]));

/**
 * Attribute names by store type (products#attributes); text where the channel's feed is text, numbers where it is JSON.
 */
const dresses: Partial<Record<StoreType, Dress>> = {
  iconic: {
    group: (article) => ({
      Name: article.title,
      PRODUCT_DATA_Color: article.colour,
      Brand: article.brand,
      Images: article.images.join(";"),
      Price: article.rrp,
      SalePrice: article.sale ?? null,
      PRODUCT_DATA_Gender: article.department,
      PRODUCT_DATA_UpperMaterial: article.material,
      PRODUCT_DATA_Season: article.season,
    }),
    variant: (article, size) => ({
      Quantity: size.stock,
      Price: article.rrp,
      SalePrice: article.sale ?? null,
      Variation: size.size,
      ProductId: size.barcode,
    }),
  },
  catch: {
    group: (article) => ({
      title: article.title,
      brand: article.brand,
      ...numbered(article.images, (index) => `image-${index + 1}`),
      OFFER_RRP_PRICE: price(article.rrp),
      OFFER_Price: price(saleOf(article)),
      colour: article.colour,
      material: article.material,
    }),
    variant: (article, size) => ({
      OFFER_QUANTITY: String(size.stock),
      OFFER_RRP_PRICE: price(article.rrp),
      OFFER_Price: price(saleOf(article)),
      size: size.size,
      "product-id": size.barcode,
    }),
  },
  kogan: {
    group: (article) => ({
      VARIANT_GROUP_TITLE: article.title,
      BRAND: article.brand,
      IMAGES: article.images.join("|"),
      COLOUR: article.colour,
      CATEGORY: article.department,
    }),
    variant: (_, size) => ({ STOCK: String(size.stock), SIZE: size.size, GTIN: size.barcode }),
  },
  amazon: {
    group: (article) => ({
      title: article.title,
      brand: article.brand,
      "image.Main": article.images[0] ?? "",
      ...numbered(article.images.slice(1), (index) => `image.PT${index + 1}`),
      list_price: article.rrp,
      standard_price: saleOf(article),
      color_name: article.colour,
      outer_material_type: article.material,
    }),
    variant: (article, size) => ({
      quantity: size.stock,
      list_price: article.rrp,
      standard_price: saleOf(article),
      size_name: size.size,
      external_product_id: size.barcode,
    }),
  },
  bigcommerce: {
    group: (article) => ({
      name: article.title,
      brand: article.brand,
      rrpPrice: article.rrp,
      price: saleOf(article),
      colour: article.colour,
      categories: [article.department, article.season],
      custom_fields: { material: article.material },
    }),
    variant: (article, size) => ({
      inventoryLevel: size.stock,
      rrpPrice: article.rrp,
      price: saleOf(article),
      size: size.size,
      upc: size.barcode,
    }),
  },
  shopify: {
    group: (article) => ({
      title: article.title,
      brand: article.brand,
      vendor: article.brand,
      rrp_price: price(article.rrp),
      sale_price: price(saleOf(article)),
      option_colour: article.colour,
      tags: [article.department, article.season, article.material],
    }),
    variant: (article, size) => ({
      inventory: size.stock,
      rrp_price: price(article.rrp),
      sale_price: price(saleOf(article)),
      option_size: size.size,
      barcode: size.barcode,
    }),
  },
  ebay: {
    group: (article) => ({
      title: article.title,
      brand: article.brand,
      condition: "NEW",
      aspects: { Colour: [article.colour], Department: [article.department] },
    }),
    variant: (article, size) => ({
      availability: size.stock,
      pricing: { currency: "AUD", value: price(saleOf(article)) },
      size: size.size,
      ean: size.barcode,
    }),
  },
  edimarketplace: {
    group: (article) => ({
      name: article.title,
      brand: article.brand,
      colour: article.colour,
      department: article.department,
      season: article.season,
    }),
    variant: (article, size) => ({
      inventory: size.stock,
      size: size.size,
      ean: size.barcode,
      wholesale_price: wholesaleOf(article),
    }),
  },
  dom: {
    group: (article) => ({
      title: article.title,
      Brand: article.brand,
      images: article.images.join(";"),
      Price: article.rrp,
      SalePrice: article.sale ?? null,
      price: article.rrp,
      sale_price: article.sale ?? null,
      colour: article.colour,
    }),
    variant: (article, size) => ({
      inventory: size.stock,
      Price: article.rrp,
      SalePrice: article.sale ?? null,
      size: size.size,
      barcode: size.barcode,
    }),
  },
};

const named = (name: string | undefined, value: unknown): JsonObject =>
  name === undefined ? {} : { [name]: value };

/** The attributes of a channel without a feed of its own: each fact under its first name. */
const plainDress = ({ title, brand, image, inventory, rrp, sale }: ProductAttributes): Dress => {
  const prices = (article: Article) => ({
    ...named(rrp[0], article.rrp),
    ...named(sale[0], saleOf(article)),
  });
  return {
    group: (article) => ({
      ...named(title[0]?.[0], article.title),
      ...named(brand[0], article.brand),
      ...named(image?.attribute, article.images.join(image?.separator ?? " ")),
      ...prices(article),
      material: article.material,
    }),
    variant: (article, size) => ({
      ...named(inventory, size.stock),
      ...prices(article),
      size: size.size,
    }),
  };
};

export const dressOf = (type: StoreType): Dress => dresses[type] ?? plainDress(storeTypeFacts[type].product);
