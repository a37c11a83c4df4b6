import type { Tone } from "#app/ui/feedback/Status.tsx";
import { toText } from "#app/values/values.ts";
import { customRuleMoment, customRuleNumber } from "#contract/ruleProblems.ts";
import type { CustomRule, CustomRuleAction, CustomRuleCondition } from "#contract/rules.ts";
import { actionTypes, comparators, isActionType, isComparator } from "#contract/ruleTable.ts";
import type { RuleState } from "./paths.ts";

export const ruleStateLooks: Record<RuleState, { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "ok" },
  scheduled: { label: "Scheduled", tone: "background" },
  expired: { label: "Expired", tone: "attention" },
  disabled: { label: "Disabled", tone: "dismissed" },
};

/** The state of a rule at `now` (epoch milliseconds): an absent or unreadable date sets no limit. */
export function ruleStateOf(
  rule: Pick<CustomRule, "enabled" | "startDate" | "endDate">,
  now: number,
): RuleState {
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
  const known = isComparator(code) ? comparators[code] : undefined;
  const operand = known?.takesOperand === false ? "" : toText(condition.operand2);
  const words = [toText(condition.operand1), known?.label ?? code, operand].filter(Boolean).join(" ");
  return words === "" ? "(blank)" : words;
}

/** An action in words, such as 'price: Percent Discount 20 % of rrpPrice'. */
export function actionInWords(action: CustomRuleAction): string {
  const code = toText(action.type);
  const known = isActionType(code) ? actionTypes[code] : undefined;
  const [to, from] = [toText(action.newValue), toText(action.orignalValue)];
  const percent = toText(action.percentValue);
  const details = [
    percent === "" ? "" : `${percent} % of ${toText(action.percentOf) || "–"}`,
    from === "" ? "" : `'${from}'`,
    to === "" ? "" : from === "" ? `'${to}'` : `to '${to}'`,
  ];
  const what = [known?.label ?? code, ...details].filter(Boolean).join(" ");
  return `${toText(action.attributeName) || "(no attribute)"}: ${what}`;
}
