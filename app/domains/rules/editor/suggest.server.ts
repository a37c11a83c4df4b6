import type { RulesOf } from "#app/domains/rules/api.server.ts";
import { attributesReader, itemsOf } from "#app/domains/rules/prices/conditions.ts";
import { forEachProduct, listRuleProducts } from "#app/domains/rules/prices/products.server.ts";
import type { RuleValues } from "#app/domains/rules/values.ts";
import { attempt } from "#app/http/api.server.ts";
import { toText } from "#app/values/values.ts";

export type StoreValues = Record<string, string[]>;

const maxValues = 300;
const maxValueLength = 100;

/**
 * Values of the store's own products for some attributes, most frequent first, suggested for
 * conditions (rules#suggested). Throws ApiError.
 */
export async function storeValues(
  { user, store }: RulesOf,
  attributes: readonly string[],
): Promise<StoreValues> {
  if (attributes.length === 0) return {};
  const { products } = await listRuleProducts(user, store);
  const counts = new Map(attributes.map((name) => [name, new Map<string, number>()]));
  await forEachProduct(products, (product) => {
    for (const held of [product.attributes, ...product.variants.map(({ attributes }) => attributes)]) {
      const read = attributesReader(held);
      for (const [name, count] of counts) {
        for (const item of itemsOf(read(name))) {
          const text = toText(item);
          if (text !== "" && text.length <= maxValueLength) count.set(text, (count.get(text) ?? 0) + 1);
        }
      }
    }
  });
  return Object.fromEntries(
    [...counts].map(([name, count]) => [
      name,
      [...count]
        .sort(([, one], [, other]) => other - one)
        .slice(0, maxValues)
        .map(([text]) => text),
    ]),
  );
}

/** The values for the attributes of a form's rows; none if the products cannot be read. */
export async function suggestedFor(
  of: RulesOf,
  { groups, actions }: Pick<RuleValues, "groups" | "actions">,
  isSuggested: (attribute: string) => boolean,
): Promise<StoreValues> {
  const rows = [...groups.flatMap(({ conditions }) => conditions), ...actions];
  const names = [...new Set(rows.map(({ attribute }) => attribute))].filter(isSuggested);
  const read = await attempt(storeValues(of, names));
  return read.ok ? read.value : {};
}
