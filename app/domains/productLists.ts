import type { Store } from "#contract/stores.ts";
import { productsPath } from "./metaproducts/paths.ts";
import { productTypeOf } from "./metaproducts/productTypes.ts";
import type { ProductList } from "./rules/matches.ts";

/** The list of a store's products, for what a rule matches (rules#matches). */
export const productListOf = ({ storeAlias, storeType }: Store): ProductList => ({
  titles: productTypeOf(storeType).title.flat(),
  href: (title) => productsPath(storeAlias, { title }),
});
