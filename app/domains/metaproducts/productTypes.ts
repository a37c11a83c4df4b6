import { isStoreType, neutralProduct, type ProductAttributes, storeTypeFacts } from "#contract/storeTypes.ts";

/** Where a store type keeps what the grid shows; a new marketplace gets a neutral one. */
export function productTypeOf(storeType: string): ProductAttributes {
  const type = storeType.toLowerCase();
  return isStoreType(type) ? storeTypeFacts[type].product : neutralProduct;
}
