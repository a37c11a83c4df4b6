import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { customRuleProblems } from "#contract/ruleProblems.ts";
import type { CustomRuleAttribute, customRuleToSave } from "#contract/rules.ts";
import type { CustomRuleAttributeType } from "#contract/ruleTable.ts";
import { type StoreTypeWith, storeTypeHas } from "#contract/storeTypes.ts";
import { isObject, type JsonObject, type StoredHistoryEntry } from "#platform/database/schema/columns.ts";

const ofType = (type: CustomRuleAttributeType, ...names: string[]): CustomRuleAttribute[] =>
  names.map((name) => ({ name, type }));

/** The attributes for rules, by store type: those of its product groups (products#attributes). */
const attributesByStoreType: Record<StoreTypeWith<"rules">, readonly CustomRuleAttribute[]> = {
  bigcommerce: [
    ...ofType("String", "name", "brand", "colour", "custom_fields.material"),
    ...ofType("Decimal", "rrpPrice", "price"),
    ...ofType("Array", "categories"),
  ],
  shopify: [
    ...ofType("String", "title", "brand", "vendor", "option_colour"),
    ...ofType("Decimal", "rrp_price", "sale_price"),
    ...ofType("Array", "tags"),
  ],
};

/** The attributes of a store type, case-insensitive; none for a type without rules (roles#store-pages). */
export function customRuleAttributesOf(storeType: string): readonly CustomRuleAttribute[] {
  const type = storeType.toLowerCase();
  return storeTypeHas(type, "rules") ? attributesByStoreType[type] : [];
}

export type PostedRule = z.output<typeof customRuleToSave>;

/** A value that a save changed; `field` is its path, such as `actions[0].newValue`. */
export type RuleChange = { field: string; oldValue: unknown; newValue: unknown };

/** The stored part of a posted rule: all but the platform's own fields. */
export function documentOf(posted: PostedRule): JsonObject {
  const { id, storeGroup, storeName, storeType, priority, version, history, ifVersion, ...document } = posted;
  return document;
}

/** The values in which two documents differ, leaf by leaf; an element of only one is named whole. */
export function changesBetween(before: unknown, after: unknown, field = ""): RuleChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  const inner = (key: string | number, one: unknown, other: unknown) =>
    changesBetween(
      one,
      other,
      typeof key === "number" ? `${field}[${key}]` : field ? `${field}.${key}` : key,
    );
  if (Array.isArray(before) && Array.isArray(after)) {
    const longest = Math.max(before.length, after.length);
    return Array.from({ length: longest }, (_, index) => inner(index, before[index], after[index])).flat();
  }
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => inner(key, before[key], after[key]));
  }
  return [{ field, oldValue: before ?? null, newValue: after ?? null }];
}

/**
 * Why a rule cannot be saved: each error of the one table with its field (rules#comparators, rules#action-types);
 * undefined when it can be. Deleting a rule, or switching it off and nothing else, is never refused.
 */
export function refusalOf(
  posted: PostedRule,
  changes: readonly RuleChange[],
  attributes: readonly CustomRuleAttribute[],
): string | undefined {
  const onlySwitched = changes.every(({ field }) => field === "enabled" || field === "deleted");
  if (posted.deleted || (!posted.enabled && onlySwitched && posted.id !== undefined)) return undefined;
  const errors = customRuleProblems(posted, attributes, Date.now()).filter(({ kind }) => kind === "error");
  if (errors.length === 0) return undefined;
  return errors.map(({ path, message }) => `${path.join(".")}: ${message}`).join(" ");
}

const actionOf = (changes: readonly RuleChange[]): string => {
  const [only] = changes.length === 1 ? changes : [];
  const deleted = changes.find(({ field }) => field === "deleted");
  if (deleted) return deleted.newValue === true ? "CustomRuleDeleted" : "CustomRuleRestored";
  if (only?.field === "enabled") return only.newValue === true ? "CustomRuleEnabled" : "CustomRuleDisabled";
  return "CustomRuleUpdated";
};

const messages: Record<string, string> = {
  CustomRuleCreated: "Rule created",
  CustomRuleUpdated: "Rule changed",
  CustomRuleEnabled: "Rule enabled",
  CustomRuleDisabled: "Rule disabled",
  CustomRuleDeleted: "Rule deleted",
  CustomRuleRestored: "Rule restored",
};

/** The history entry of a save: user, time and changes; without changes that of a new rule. */
export function historyEntryOf(
  user: string,
  at: Date,
  changes: readonly RuleChange[] | undefined,
): StoredHistoryEntry {
  const action = changes ? actionOf(changes) : "CustomRuleCreated";
  return {
    action,
    message: messages[action] ?? action,
    createdAt: at.toISOString(),
    meta: { user, ...(changes ? { changes } : {}) },
  };
}
