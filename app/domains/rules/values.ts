import { z } from "zod";
import { readJson } from "#app/core/values/values.ts";
import { fromWallTime, toWallTime } from "#app/core/values/wallClock.ts";
import {
  type CustomRuleProblem,
  customRuleMoment,
  customRuleNumber,
  customRuleProblems,
} from "#contract/ruleProblems.ts";
import {
  type CustomRule,
  type CustomRuleAction,
  type CustomRuleAttribute,
  type CustomRuleCondition,
  type CustomRuleConditionGroup,
  customRule,
} from "#contract/rules.ts";
import {
  type ActionOperandField,
  actionTypes,
  comparators,
  defaultActionType,
  defaultLogicalOperator,
  isActionType,
  isComparator,
  logicalOperators,
} from "#contract/ruleTable.ts";
import { readTyped } from "#contract/typedText.ts";

/** As typed: an empty field is submitted as absent. */
const typed = z.string().default("");

/** `origin` is the index of a row in the rule as opened, so that properties without a field stay with it. */
const conditionFields = z.object({ origin: typed, attribute: typed, comparator: typed, operand: typed });
export type ConditionValues = z.output<typeof conditionFields>;

/** `several` are values to add, one per line, as conditions like the one at `at`. */
const groupFields = z.object({
  origin: typed,
  several: typed,
  at: typed,
  logicalOperator: z.string().default(defaultLogicalOperator),
  conditions: z.array(conditionFields).default([]),
});
export type GroupValues = z.output<typeof groupFields>;

/** `byItself` is the type last chosen automatically: any other was chosen by a person. */
const actionFields = z.object({
  origin: typed,
  type: z.string().default(defaultActionType),
  byItself: typed,
  attribute: typed,
  newValue: typed,
  originalValue: typed,
  percentOf: typed,
  percentValue: typed,
});
export type ActionValues = z.output<typeof actionFields>;

/**
 * The fields of the editor. `base` is the rule as opened, as JSON; `over` the revision of another person's version to
 * overwrite; `agreed` the agreement to the rule going live. Intents: `save`, `preview`, `paste`; `overwrite`, `theirs`
 * and `edit` choose between two versions.
 */
export const ruleFields = z.object({
  intent: z.enum(["save", "preview", "paste", "overwrite", "theirs", "edit"]).catch("edit"),
  token: typed,
  base: typed,
  over: typed,
  agreed: typed,
  name: typed,
  enabled: z.union([z.boolean(), z.literal("on").transform(() => true)]).default(false),
  priority: typed,
  startDate: typed,
  startTime: typed,
  endDate: typed,
  endTime: typed,
  groups: z.array(groupFields).default([]),
  actions: z.array(actionFields).default([]),
});
export type RuleValues = z.output<typeof ruleFields>;

type Stored = CustomRuleCondition["operand1"];

/** A rule as changed by the editor: properties without a field are preserved. Without an id it is new. */
export const editedRule = customRule.extend({ id: customRule.shape.id.optional() });
export type EditedRule = z.output<typeof editedRule>;

/** A value in a one-line field, without line breaks. */
const fieldText = (value: Stored): string => String(value ?? "").replace(/[\r\n]/g, "");

/** A typed number as the service reads it, whatever was pasted with it; any other text as it is (find#folding). */
function plainNumber(typed: string): string {
  const read = readTyped(typed);
  return customRuleNumber(typed) === undefined && customRuleNumber(read) !== undefined ? read : typed;
}

/** The typed value, or the original one if the field still shows it. */
const valueOr = (before: Stored, typed: string): Stored =>
  fieldText(before) === typed ? before : plainNumber(typed);

/** `Or` and `And` in any case, `Or` if none is given (rules#groups); anything else unchanged. */
function operatorText(value: Stored): string {
  const text = fieldText(value).trim();
  if (text === "") return defaultLogicalOperator;
  return Object.keys(logicalOperators).find((code) => code.toLowerCase() === text.toLowerCase()) ?? text;
}

const noTime = "00:00";

function momentValues(value: Stored, timeZone: string): { date: string; time: string } {
  const at = customRuleMoment(value);
  return at === undefined ? { date: fieldText(value), time: noTime } : toWallTime(at, timeZone);
}

function conditionValues(condition: CustomRuleCondition, origin: string): ConditionValues {
  return {
    origin,
    attribute: fieldText(condition.operand1),
    comparator: fieldText(condition.comparisonOperator),
    operand: fieldText(condition.operand2),
  };
}

const groupValues = (group: CustomRuleConditionGroup, index: number): GroupValues => ({
  origin: String(index),
  several: "",
  at: "",
  logicalOperator: operatorText(group.logicalOperator),
  conditions: group.rulesConditions.map((condition, place) =>
    conditionValues(condition, `${index}.${place}`),
  ),
});

const actionValues = (action: CustomRuleAction, index: number): ActionValues => ({
  origin: String(index),
  type: fieldText(action.type) || defaultActionType,
  byItself: "",
  attribute: fieldText(action.attributeName),
  newValue: fieldText(action.newValue),
  originalValue: fieldText(action.orignalValue),
  percentOf: fieldText(action.percentOf),
  percentValue: fieldText(action.percentValue),
});

/** The editor's field values for a rule; dates and times in `timeZone`. */
export function toRuleValues(rule: EditedRule, timeZone: string): Omit<RuleValues, "token" | "intent"> {
  const start = momentValues(rule.startDate, timeZone);
  const end = momentValues(rule.endDate, timeZone);
  const { history: _, ...base } = rule;
  return {
    base: JSON.stringify(base),
    over: "",
    agreed: "",
    name: fieldText(rule.name),
    enabled: rule.enabled,
    priority: fieldText(rule.priority),
    startDate: start.date,
    startTime: start.time,
    endDate: end.date,
    endTime: end.time,
    groups: rule.rulesConditionsGroups.map(groupValues),
    actions: rule.actions.map(actionValues),
  };
}

/** A new rule (rules#new-rule): disabled, not deleted, priority 0, without conditions and actions. */
export const newRule = (store: { storeName: string; storeType: string }): EditedRule => ({
  name: "",
  storeGroup: store.storeName,
  storeName: store.storeName,
  storeType: store.storeType,
  enabled: false,
  deleted: false,
  priority: 0,
  startDate: null,
  endDate: null,
  rulesConditionsGroups: [],
  actions: [],
});

function toMomentValue(before: Stored, typed: { date: string; time: string }, timeZone: string): Stored {
  const momentTexts = momentValues(before, timeZone);
  if (momentTexts.date === typed.date && momentTexts.time === (typed.time || noTime)) return before;
  if (typed.date.trim() === "") return null;
  const moment = fromWallTime({ date: typed.date, time: typed.time || noTime }, timeZone);
  return moment ? new Date(moment.at).toISOString() : typed.date;
}

const startOrEnd = (value: Stored): CustomRule["startDate"] => (typeof value === "boolean" ? null : value);

function toCondition(typed: ConditionValues, before: CustomRuleCondition | undefined): CustomRuleCondition {
  const comparator = valueOr(before?.comparisonOperator, typed.comparator);
  const takesNone = isComparator(typed.comparator) && !comparators[typed.comparator].takesOperand;
  const isAsBefore = before !== undefined && fieldText(before.comparisonOperator) === typed.comparator;
  return {
    ...before,
    operand1: valueOr(before?.operand1, typed.attribute),
    comparisonOperator: comparator,
    // A hidden field's leftover value was not requested; the server's own leftovers are preserved.
    operand2: takesNone ? (isAsBefore ? before.operand2 : "") : valueOr(before?.operand2, typed.operand),
  };
}

function toGroup(typed: GroupValues, groups: readonly CustomRuleConditionGroup[]): CustomRuleConditionGroup {
  const before = groups[indexOf(typed.origin)];
  return {
    ...before,
    logicalOperator:
      before && operatorText(before.logicalOperator) === typed.logicalOperator
        ? before.logicalOperator
        : typed.logicalOperator,
    rulesConditions: typed.conditions.map((condition) => {
      const [group = "", place = ""] = condition.origin.split(".");
      return toCondition(condition, groups[indexOf(group)]?.rulesConditions[indexOf(place)]);
    }),
  };
}

const indexOf = (origin: string): number => (/^\d{1,6}$/.test(origin) ? Number(origin) : -1);

/** The operands of an action's type: all four if the type is unknown. */
export function operandsOf(type: string): readonly { field: ActionOperandField; required: boolean }[] {
  if (isActionType(type)) return actionTypes[type].operands;
  return (["orignalValue", "newValue", "percentValue", "percentOf"] as const).map((field) => ({
    field,
    required: false,
  }));
}

function toAction(typed: ActionValues, before: CustomRuleAction | undefined): CustomRuleAction {
  const isAsBefore = before !== undefined && (fieldText(before.type) || defaultActionType) === typed.type;
  const operandFields = operandsOf(typed.type).map(({ field }) => field);
  const operand = (field: ActionOperandField, text: string): Stored =>
    operandFields.includes(field) ? valueOr(before?.[field], text) : isAsBefore ? before[field] : "";
  return {
    ...before,
    type: isAsBefore ? before.type : typed.type,
    attributeName: valueOr(before?.attributeName, typed.attribute),
    newValue: operand("newValue", typed.newValue),
    orignalValue: operand("orignalValue", typed.originalValue),
    percentOf: operand("percentOf", typed.percentOf),
    percentValue: operand("percentValue", typed.percentValue),
  };
}

/**
 * Applies the editor's fields to `before`, the rule as opened: properties without a field are
 * preserved, and so is every value whose field still shows it.
 */
export function toEditedRule(typed: RuleValues, before: EditedRule, timeZone: string): EditedRule {
  const start = { date: typed.startDate, time: typed.startTime };
  const end = { date: typed.endDate, time: typed.endTime };
  return {
    ...before,
    name: fieldText(before.name) === typed.name ? before.name : typed.name,
    enabled: typed.enabled,
    priority:
      fieldText(before.priority) === typed.priority
        ? before.priority
        : (customRuleNumber(plainNumber(typed.priority)) ?? typed.priority),
    startDate: startOrEnd(toMomentValue(before.startDate, start, timeZone)),
    endDate: startOrEnd(toMomentValue(before.endDate, end, timeZone)),
    rulesConditionsGroups: typed.groups.map((group) => toGroup(group, before.rulesConditionsGroups)),
    actions: typed.actions.map((action) => toAction(action, before.actions[indexOf(action.origin)])),
  };
}

/** The rule that a form was opened with; undefined for an incomplete form. */
export const readBase = (text: string): EditedRule | undefined => editedRule.safeParse(readJson(text)).data;

/** Context of a rule's validation: attributes of its store's type, the clock, and the time zone of its times. */
export type RuleContext = { attributes: readonly CustomRuleAttribute[]; timeZone: string; now: number };

const formWords: Record<string, string> = {
  rulesConditionsGroups: "groups",
  rulesConditions: "conditions",
  operand1: "attribute",
  comparisonOperator: "comparator",
  operand2: "operand",
  attributeName: "attribute",
  orignalValue: "originalValue",
};

type FormProblem = CustomRuleProblem & { name: string };

const nameOf = (path: readonly (string | number)[]): string =>
  path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");

const clockWords = {
  gap: "Clocks skip this hour on that day: it counts as the hour after it.",
  twice: "Clocks show this hour twice on that day: it counts as the first.",
};

/** Dates that the form cannot represent although they are valid, and hours that clocks skip or repeat. */
function clockProblems(values: RuleValues, edited: EditedRule, timeZone: string): CustomRuleProblem[] {
  return (["start", "end"] as const).flatMap((which): CustomRuleProblem[] => {
    const date = values[`${which}Date`];
    const moment = fromWallTime({ date, time: values[`${which}Time`] }, timeZone);
    if (!moment) {
      const isTaken = date !== "" && edited[`${which}Date`] === date && customRuleMoment(date) !== undefined;
      return isTaken ? [{ path: [`${which}Date`], kind: "error", message: "Enter a date." }] : [];
    }
    if (moment.kind === "plain") return [];
    return [{ path: [`${which}Time`], kind: "advice", message: clockWords[moment.kind] }];
  });
}

/** The rule's validation errors by the field names of this form (rules#comparators, rules#action-types). */
function formProblems(values: RuleValues, { attributes, timeZone, now }: RuleContext): FormProblem[] {
  const base = readBase(values.base);
  if (!base) return [];
  const edited = toEditedRule(values, base, timeZone);
  const problems = [
    ...customRuleProblems(edited, attributes, now),
    ...clockProblems(values, edited, timeZone),
  ];
  return problems.map((problem) => {
    const path = problem.path.map((part) => (typeof part === "string" ? (formWords[part] ?? part) : part));
    return { ...problem, path, name: nameOf(path) };
  });
}

/** The schema of the editor's form with everything that a rule needs to work, shared by browser and server. */
export const ruleForm = (context: RuleContext) =>
  ruleFields.superRefine((values, check) => {
    if (values.intent === "paste") return;
    for (const { kind, path, message } of formProblems(values, context)) {
      // A preview requires only what it needs: a rule may be tried before it has a name.
      const isNeeded = values.intent !== "preview" || path[0] !== "name";
      if (kind === "error" && isNeeded) check.addIssue({ code: "custom", path, message });
    }
  });

/** Warnings that don't prevent saving, by field name. */
export function ruleAdvice(values: RuleValues, context: RuleContext): Record<string, string> {
  const advice: Record<string, string> = {};
  for (const { kind, name, message } of formProblems(values, context)) {
    if (kind === "advice") advice[name] = advice[name] ? `${advice[name]} ${message}` : message;
  }
  return advice;
}
