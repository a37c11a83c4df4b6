import { expect, test } from "vitest";
import { metaProduct } from "#contract/metaproducts.ts";
import { availableActions } from "#platform/domains/metaproducts/rules.ts";
import { productCount, seedStores } from "#platform/seed/stores.ts";
import { edgeCases, type ProductRow, productAt } from "./products.ts";

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

test("every store with products has actions of all four kinds", () => {
  for (const { id, small } of seedStores.filter((store) => store.small > 0)) {
    const inStore = rows.filter(({ storeId }) => storeId === id);
    expect(inStore).toHaveLength(small);
    const kinds = inStore.flatMap((row) =>
      availableActions({
        groupId: row.groupId,
        state: row.state,
        attributes: row.attributes,
        variants: row.variants,
        validationMessages: row.validationMessages,
        waitingCustomer: row.waitingCustomer ?? null,
      }).map(({ config }) => config?.inputType),
    );
    expect(new Set(kinds)).toEqual(new Set([undefined, "note", "address", "customer"]));
  }
});

test("every store with products ends with the edge cases, and the contract can read them all", () => {
  for (const { id } of seedStores.filter((store) => store.small > 0)) {
    const odd = rows.filter((row) => row.storeId === id && row.groupId.startsWith("ODD-"));
    expect(odd).toHaveLength(edgeCases.length);
    for (const row of odd) {
      const wire = { id: row.id, groupId: row.groupId, attributes: row.attributes, variants: row.variants };
      metaProduct.parse({ ...wire, validationStatus: row.validationMessages, changes: row.changes });
    }
  }
});
