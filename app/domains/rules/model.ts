import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import { shorten, toText } from "#app/core/values/values.ts";
import {
  customRuleMoment,
  customRuleNumber,
  isBlankAction,
  isBlankCondition,
} from "#contract/ruleProblems.ts";
import type {
  CustomRule,
  CustomRuleAction,
  CustomRuleCondition,
  CustomRuleConditionGroup,
} from "#contract/rules.ts";
import { actionTypes, comparators, isActionType, isComparator } from "#contract/ruleTable.ts";
import type { RuleState } from "./paths.ts";
import type { EditedRule } from "./values.ts";

export const ruleStateLooks: Record<RuleState, { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "ok" },
  scheduled: { label: "Scheduled", tone: "background" },
  expired: { label: "Expired", tone: "attention" },
  disabled: { label: "Disabled", tone: "dismissed" },
};

/** The state of a rule at `now` (epoch milliseconds): an absent or unreadable date sets no limit. */
export function ruleStateOf(rule: EditedRule, now: number): RuleState {
  if (!rule.enabled) return "disabled";
  const [start, end] = [customRuleMoment(rule.startDate), customRuleMoment(rule.endDate)];
  if (end !== undefined && end <= now) return "expired";
  return start !== undefined && start > now ? "scheduled" : "active";
}

/** The priority as a sortable number; anything else comes last. */
export const priorityOf = (rule: Pick<CustomRule, "priority">): number =>
  customRuleNumber(rule.priority) ?? Number.POSITIVE_INFINITY;

export const nameOfRule = (rule: Pick<CustomRule, "id" | "name">): string => toText(rule.name) || rule.id;

/** A condition in words, such as 'price greater than 60'; unknown codes as they are. */
export function conditionInWords(condition: CustomRuleCondition): string {
  const code = toText(condition.comparisonOperator);
  const comparator = isComparator(code) ? comparators[code] : undefined;
  const operand = comparator?.takesOperand === false ? "" : toText(condition.operand2);
  const words = [toText(condition.operand1), comparator?.label ?? code, operand].filter(Boolean).join(" ");
  return words === "" ? "(blank)" : words;
}

/** An action in words, such as 'price: Percent Discount 20 % of rrpPrice'. */
export function actionInWords(action: CustomRuleAction): string {
  const code = toText(action.type);
  const actionType = isActionType(code) ? actionTypes[code] : undefined;
  const [to, from] = [toText(action.newValue), toText(action.orignalValue)];
  const percent = toText(action.percentValue);
  const details = [
    percent === "" ? "" : `${percent} % of ${toText(action.percentOf) || "–"}`,
    from === "" ? "" : `'${from}'`,
    to === "" ? "" : from === "" ? `'${to}'` : `to '${to}'`,
  ];
  const what = [actionType?.label ?? code, ...details].filter(Boolean).join(" ");
  return `${toText(action.attributeName) || "(no attribute)"}: ${what}`;
}

const quoted = (value: unknown): string => `'${toText(value)}'`;
const dollarsOf = (value: unknown): string => `$${toText(value) || "–"}`;

/** The effect of an action as part of a sentence: 'takes 20 % off rrpPrice as price'. */
function actInWords(action: CustomRuleAction): string {
  const name = toText(action.attributeName) || "(no attribute)";
  const from = toText(action.orignalValue);
  const { type } = action;
  switch (isActionType(type) ? type : undefined) {
    case "FixedPrice":
      return `sets ${name} to ${dollarsOf(action.newValue)}`;
    case "AmountDiscount":
      return `takes ${dollarsOf(action.newValue)} off ${name}`;
    case "PercentDiscount": {
      const of = toText(action.percentOf) || "–";
      const percent = `${toText(action.percentValue) || "–"} %`;
      return of === name ? `takes ${percent} off ${name}` : `sets ${name} to ${of} less ${percent}`;
    }
    case "RemoveItem":
      return `removes ${quoted(from)} from ${name}`;
    case "AddItem":
      return `adds ${quoted(action.newValue)} to ${name}`;
    case "ReplaceItem":
      return `replaces ${quoted(from)} in ${name} by ${quoted(action.newValue)}`;
    case "ReplaceString":
      return from === ""
        ? `sets ${name} to ${quoted(action.newValue)}`
        : `replaces ${quoted(from)} in ${name} by ${quoted(action.newValue)}`;
    case "AppendString":
      return `appends ${quoted(action.newValue)} to ${name}`;
    default:
      return `does '${isActionType(type) ? actionTypes[type].label : toText(type)}' to ${name}`;
  }
}

function whereInWords({ logicalOperator, rulesConditions }: CustomRuleConditionGroup): string {
  const conditions = rulesConditions.filter((one) => !isBlankCondition(one)).map(conditionInWords);
  const operator = toText(logicalOperator).toLowerCase() || "or";
  return conditions.length > 1 ? `(${conditions.join(` ${operator} `)})` : (conditions[0] ?? "");
}

const maxSentenceLength = 600;

/**
 * A rule in one sentence (rules#in-words): 'Where rrpPrice greater than 60 and categories contains Women: sets price to
 * rrpPrice less 20 %, adds 'Sale' to categories.'
 */
export function ruleInWords({
  rulesConditionsGroups,
  actions,
}: Pick<EditedRule, "rulesConditionsGroups" | "actions">): string {
  const groups = rulesConditionsGroups.map(whereInWords).filter(Boolean);
  const [only] = groups;
  // A single group needs no brackets.
  const where = groups.length === 1 ? (only ?? "").replace(/^\((.*)\)$/s, "$1") : groups.join(" and ");
  const acts = actions.filter((action) => !isBlankAction(action)).map(actInWords);
  const does = acts.length === 0 ? "does nothing" : acts.join(", ");
  return shorten(`${where === "" ? "Every product" : `Where ${where}`}: ${does}.`, maxSentenceLength);
}

/** Said of rules that have one priority (rules#timeline). */
export const tiedWords = "shared with another rule: which of them works first is not certain";
