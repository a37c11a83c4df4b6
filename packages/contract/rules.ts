import { z } from "zod";
import { defineCall } from "./calls.ts";
import { id, listOf, optionalObject, text, time } from "./envelopes.ts";
import { searchText } from "./searchText.ts";

/**
 * A value inside a rule, exactly as sent: a rule is posted whole, so unedited values must be returned unchanged. A
 * value of any other kind makes the rule unreadable, and so never overwritten.
 */
const stored = z.union([z.string(), z.number(), z.boolean()]).nullish();

const flag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])
  .nullish()
  .transform((value) => value ?? false);

/** `operand1` is an attribute's name, `comparisonOperator` a code of `comparators` or an unknown one. */
export const customRuleCondition = z.looseObject({
  operand1: stored,
  comparisonOperator: stored,
  operand2: stored,
});
export type CustomRuleCondition = z.output<typeof customRuleCondition>;

/** `logicalOperator` is `Or` or `And`, in any case; `Or` where it is missing (rules#groups). */
export const customRuleConditionGroup = z.looseObject({
  logicalOperator: stored,
  rulesConditions: z
    .array(customRuleCondition)
    .nullish()
    .transform((conditions) => conditions ?? []),
});
export type CustomRuleConditionGroup = z.output<typeof customRuleConditionGroup>;

/** `orignalValue` is misspelt on the wire (rules#action-fields). Which fields a type takes: `actionTypes`. */
export const customRuleAction = z.looseObject({
  type: stored,
  attributeName: stored,
  newValue: stored,
  orignalValue: stored,
  percentOf: stored,
  percentValue: stored,
});
export type CustomRuleAction = z.output<typeof customRuleAction>;

/** One entry of a rule's history, for reading: `meta` has the user, and each changed field's two values. */
export const customRuleHistoryItem = z.looseObject({
  action: text,
  message: text,
  createdAt: time,
  meta: optionalObject({
    user: text,
    changes: z
      .array(
        z.looseObject({ field: text, oldValue: z.unknown().optional(), newValue: z.unknown().optional() }),
      )
      .nullish()
      .catch(undefined),
  }),
});
export type CustomRuleHistoryItem = z.output<typeof customRuleHistoryItem>;

/**
 * A metaproduct rule (rules#fields). `startDate` and `endDate` are moments (ISO 8601 on the platform); an absent one
 * sets no limit. `history` stays untouched: parse its entries with `customRuleHistoryItem`. `version` is incremented
 * with every save, on servers that support it. A deleted rule stays in the list with `deleted` true.
 */
export const customRule = z.looseObject({
  id,
  name: text,
  storeGroup: text,
  storeName: text,
  storeType: text,
  enabled: flag,
  deleted: flag,
  priority: z.union([z.number(), z.string()]).nullish(),
  startDate: z.union([z.string(), z.number()]).nullish(),
  endDate: z.union([z.string(), z.number()]).nullish(),
  rulesConditionsGroups: z
    .array(customRuleConditionGroup)
    .nullish()
    .transform((groups) => groups ?? []),
  actions: z
    .array(customRuleAction)
    .nullish()
    .transform((actions) => actions ?? []),
  history: z.array(z.unknown()).nullish().catch(undefined),
  version: z.number().int().nullish().catch(undefined),
});
export type CustomRule = z.output<typeof customRule>;

/**
 * The request: the whole rule, without an id when it is new. With `ifVersion` a server with versions saves only over
 * that version, and answers 409 with `customRuleConflict` otherwise.
 */
export const customRuleToSave = customRule.extend({
  id: customRule.shape.id.optional(),
  ifVersion: z.number().int().optional(),
});
export type CustomRuleToSave = z.input<typeof customRuleToSave>;

/** The body of the 409: the message, and the current rule. */
export const customRuleConflict = z.looseObject({ error: z.string(), rule: customRule });

export const getCustomRules = defineCall({
  name: "getCustomRules",
  path: "/api/customRules",
  query: z.object({ storegroup: searchText }),
  answer: listOf(customRule),
});

/** The response is the saved rule. */
export const saveCustomRule = defineCall({
  name: "saveCustomRule",
  method: "POST",
  path: "/api/customRules",
  body: customRuleToSave,
  answer: customRule,
});

/** `type` is one of `customRuleAttributeTypes`, or unknown. */
export const customRuleAttribute = z.looseObject({ name: z.string().min(1), type: z.string() });
export type CustomRuleAttribute = z.output<typeof customRuleAttribute>;

/** The attributes for rules of a store type. A bare list is accepted as well. */
export const getCustomRuleAttributes = defineCall({
  name: "getCustomRuleAttributes",
  path: "/api/customRules/attributes",
  query: z.object({ storetype: searchText }),
  answer: z.union([
    z.looseObject({ attributes: z.array(customRuleAttribute) }),
    z.array(customRuleAttribute).transform((attributes) => ({ attributes })),
  ]),
});
