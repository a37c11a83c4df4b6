import { expect, test } from "vitest";
import { metaProduct } from "#contract/metaproducts.ts";
import { storeTypes } from "#contract/storeTypes.ts";
import { availableActions } from "#platform/domains/metaproducts/rules.ts";
import { productCount, type seedSizes, seedStores } from "#platform/seed/stores.ts";
import { oddities } from "./oddities.ts";
import { productAt } from "./products.ts";
import type { ProductRow } from "./row.ts";

const anchor = new Date("2026-11-20T00:00:00Z");

const smallSeed = (): ProductRow[] =>
  seedStores.flatMap((store) => {
    const count = productCount(store, "small");
    return Array.from({ length: count }, (_, index) => productAt(store, index + 1, count, anchor));
  });

const rows = smallSeed();

test("the seed is the same every time", () => {
  expect(smallSeed()).toEqual(rows);
});

test("ids, codes and barcodes belong to one product each", () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const skus = rows.flatMap(({ variants }) => variants.map(({ productSku }) => productSku));
  expect(new Set(skus).size).toBe(skus.length);
});

test("every barcode of a well-formed product has a right EAN-13 check digit", () => {
  const names = ["upc", "ean", "barcode", "GTIN", "ProductId", "product-id", "external_product_id"];
  const barcodes = rows
    .flatMap(({ variants }) => variants)
    .flatMap(({ attributes }) =>
      names.map((name) => attributes[name]).filter((value) => value !== undefined),
    );
  expect(barcodes.length).toBeGreaterThan(1000);
  for (const barcode of barcodes) {
    const digits = [...String(barcode)].map(Number);
    expect(digits).toHaveLength(13);
    const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
    expect(sum % 10).toBe(0);
  }
});

test("a large seed holds a million products, a small one an exact two pages and an empty store", () => {
  const totalOf = (size: (typeof seedSizes)[number]) =>
    seedStores.reduce((sum, store) => sum + productCount(store, size), 0);
  expect(totalOf("large")).toBe(1_000_000);
  expect(totalOf("small")).toBe(rows.length);
  const small = seedStores.map((store) => productCount(store, "small"));
  expect(small).toContain(40);
  expect(small).toContain(0);
});

test("there is a store of every type, and each type's products carry its own attributes", () => {
  expect(new Set(seedStores.map(({ type }) => type))).toEqual(new Set(storeTypes));
  const attributesOf = (type: string) => {
    const ids = seedStores.filter((store) => store.type === type).map(({ id }) => id);
    const [row] = rows.filter(({ store_id }) => ids.includes(store_id));
    return Object.keys({ ...row?.attributes, ...row?.variants[0]?.attributes });
  };
  // Written out from the rule, not from the code (products#attributes).
  expect(attributesOf("iconic")).toEqual(
    expect.arrayContaining([
      "Name",
      "PRODUCT_DATA_Color",
      "Brand",
      "Images",
      "Price",
      "SalePrice",
      "Quantity",
    ]),
  );
  expect(attributesOf("catch")).toEqual(
    expect.arrayContaining(["title", "image-1", "OFFER_QUANTITY", "OFFER_RRP_PRICE", "OFFER_Price"]),
  );
  expect(attributesOf("kogan")).toEqual(expect.arrayContaining(["VARIANT_GROUP_TITLE", "IMAGES", "STOCK"]));
  expect(attributesOf("amazon")).toEqual(
    expect.arrayContaining(["title", "image.Main", "quantity", "list_price", "standard_price"]),
  );
  expect(attributesOf("bigcommerce")).toEqual(
    expect.arrayContaining(["name", "inventoryLevel", "rrpPrice", "price"]),
  );
  expect(attributesOf("shopify")).toEqual(
    expect.arrayContaining(["title", "inventory", "rrp_price", "sale_price"]),
  );
  expect(attributesOf("dom")).toEqual(
    expect.arrayContaining([
      "title",
      "images",
      "Brand",
      "inventory",
      "Price",
      "SalePrice",
      "price",
      "sale_price",
    ]),
  );
  expect(attributesOf("edimarketplace")).toEqual(expect.arrayContaining(["name", "inventory"]));
  expect(attributesOf("tools")).toContain("inventory");
});

test("every store with products has actions of all four kinds", () => {
  for (const { id, small } of seedStores.filter((store) => store.small > 0)) {
    const inStore = rows.filter(({ store_id }) => store_id === id);
    expect(inStore).toHaveLength(small);
    const kinds = inStore.flatMap((row) =>
      availableActions({
        groupId: row.group_id,
        state: row.state,
        attributes: row.attributes,
        variants: row.variants,
        validationMessages: row.validation_messages,
        waitingCustomer: row.waiting_customer,
      }).map(({ config }) => config?.inputType),
    );
    expect(new Set(kinds)).toEqual(new Set([undefined, "note", "address", "customer"]));
  }
});

test("every store with products ends with the odd ones, and the contract can read them all", () => {
  for (const { id } of seedStores.filter((store) => store.small > 0)) {
    const odd = rows.filter((row) => row.store_id === id && row.group_id.startsWith("ODD-"));
    expect(odd).toHaveLength(oddities.length);
    for (const row of odd) {
      const wire = { id: row.id, groupId: row.group_id, attributes: row.attributes, variants: row.variants };
      metaProduct.parse({ ...wire, validationStatus: row.validation_messages, changes: row.changes });
    }
  }
});
