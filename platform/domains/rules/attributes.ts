import type { CustomRuleAttribute } from "#contract/rules.ts";

/** The attributes that rules may name, by store type: those of its product groups (products#attributes). */
const attributesByStoreType: Record<string, readonly CustomRuleAttribute[]> = {
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

/** The attributes of a store type, named without regard to case; none for a type without rules (roles#store-pages). */
export const customRuleAttributesOf = (storeType: string): readonly CustomRuleAttribute[] =>
  Object.hasOwn(attributesByStoreType, storeType.toLowerCase())
    ? (attributesByStoreType[storeType.toLowerCase()] ?? [])
    : [];

/** Whether stores of this type have rules at all (roles#store-pages). */
export const storeTypeHasRules = (storeType: string): boolean => customRuleAttributesOf(storeType).length > 0;
