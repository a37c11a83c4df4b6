import { productTypeOf } from "#app/domains/metaproducts/model.ts";
import { productsPath } from "#app/domains/metaproducts/paths.ts";
import { rulePricePath, ruleSearch } from "#app/domains/rules/paths.ts";
import type { ProductList } from "#app/domains/rules/prices/matches.ts";
import type { Store } from "#contract/stores.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";

/** The list of a store's products, for what a rule matches (rules#matches). */
export const productListOf = ({ storeAlias, storeType }: Store): ProductList => ({
  titles: productTypeOf(storeType).title.flat(),
  href: (title) => productsPath(storeAlias, { title }),
});

/** The page with a product's price through all rules (rules#effective); undefined for a type without rules. */
export const priceThroughRules = ({ storeAlias, storeType }: Store, id: string): string | undefined =>
  storeTypeHas(storeType.toLowerCase(), "rules")
    ? rulePricePath(storeAlias, ruleSearch.every, id)
    : undefined;
