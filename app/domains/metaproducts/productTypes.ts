import { isStoreType, neutralProduct, type ProductAttributes, storeTypeFacts } from "#contract/storeTypes.ts";

/** Where a store type keeps what the grid shows; a new marketplace gets a neutral one. */
export const productTypeOf = (storeType: string): ProductAttributes =>
  isStoreType(storeType) ? storeTypeFacts[storeType].product : neutralProduct;
