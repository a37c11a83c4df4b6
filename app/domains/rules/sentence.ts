import { shorten, toText } from "#app/values/values.ts";
import { isBlankAction, isBlankCondition } from "#contract/ruleProblems.ts";
import type { CustomRuleAction, CustomRuleConditionGroup } from "#contract/rules.ts";
import { actionTypes, isActionType } from "#contract/ruleTable.ts";
import { conditionInWords } from "./model.ts";
import type { EditedRule } from "./values.ts";

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
