import type { CustomRuleAttribute } from "#contract/rules.ts";
import { type StoreTypeWith, storeTypeHas } from "#contract/storeTypes.ts";

/** The attributes for rules, by store type: those of its product groups (products#attributes). */
const attributesByStoreType: Record<StoreTypeWith<"rules">, readonly CustomRuleAttribute[]> = {
  bigcommerce: [
    { name: "name", type: "String" },
    { name: "brand", type: "String" },
    { name: "colour", type: "String" },
    { name: "custom_fields.material", type: "String" },
    { name: "rrpPrice", type: "Decimal" },
    { name: "price", type: "Decimal" },
    { name: "categories", type: "Array" },
  ],
  shopify: [
    { name: "title", type: "String" },
    { name: "brand", type: "String" },
    { name: "vendor", type: "String" },
    { name: "option_colour", type: "String" },
    { name: "rrp_price", type: "Decimal" },
    { name: "sale_price", type: "Decimal" },
    { name: "tags", type: "Array" },
  ],
};

/** The attributes of a store type, case-insensitive; none for a type without rules (roles#store-pages). */
export function customRuleAttributesOf(storeType: string): readonly CustomRuleAttribute[] {
  const type = storeType.toLowerCase();
  return storeTypeHas(type, "rules") ? attributesByStoreType[type] : [];
}
