import { listRuleAttributes, type RulesOf } from "#app/domains/rules/api.server.ts";
import type { CustomRuleConditionGroup } from "#contract/rules.ts";
import { typesOf } from "./conditions.ts";
import { countingMatches, type ProductList, type RuleMatches, toRuleMatches } from "./matches.ts";
import { forEachProduct, listRuleProducts } from "./products.server.ts";

/** The number of the store's products that meet conditions (rules#matches). Throws ApiError. */
export async function matchesOf(
  { user, store }: Pick<RulesOf, "user" | "store">,
  groups: readonly CustomRuleConditionGroup[],
  list: ProductList,
): Promise<RuleMatches> {
  const [{ products, isCut }, attributes] = await Promise.all([
    listRuleProducts(user, store),
    listRuleAttributes(user, store),
  ]);
  const types = typesOf(attributes);
  const { count, look } = countingMatches(groups, types);
  await forEachProduct(products, look);
  return toRuleMatches(count, groups, list, isCut);
}
