import { readJson } from "#app/values/values.ts";
import { fromWallTime } from "#app/values/wallClock.ts";
import { type CustomRuleProblem, customRuleMoment, customRuleProblems } from "#contract/ruleProblems.ts";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { type EditedRule, editedRule, type RuleValues, ruleFields, toEditedRule } from "./values.ts";

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
