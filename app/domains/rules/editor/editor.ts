import type { SubmissionResult } from "@conform-to/react";
import type { ErrorView } from "#app/core/http/errorView.ts";
import type { RuleMatches } from "#app/domains/rules/prices/matches.ts";
import type { RulePreview } from "#app/domains/rules/prices/preview.ts";
import {
  type ActionValues,
  type ConditionValues,
  type GroupValues,
  operandsOf,
  type RuleValues,
} from "#app/domains/rules/values.ts";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import {
  type ActionOperandField,
  actionTypesFor,
  comparators,
  comparatorsFor,
  isActionType,
  isComparator,
} from "#contract/ruleTable.ts";

export const typeOfAttribute = (attributes: readonly CustomRuleAttribute[], name: string) =>
  attributes.find((attribute) => attribute.name === name)?.type;

/** Whether values of the store are suggested for an attribute of this type: prices are not. */
export const isSuggested = (type: string | undefined): boolean => type !== undefined && type !== "Decimal";

/** The form field names of an action type's operands. */
export const operandNames = {
  newValue: "newValue",
  orignalValue: "originalValue",
  percentOf: "percentOf",
  percentValue: "percentValue",
} as const satisfies Record<ActionOperandField, keyof ActionValues>;

/**
 * The type of an action for an attribute's type (rules#fitting): an unsuitable one is replaced by the first suitable
 * one, unless a person chose it and filled in its operands. `byItself` is the type last chosen automatically.
 */
export function fittingAction<Action extends Omit<ActionValues, "origin" | "attribute">>(
  action: Action,
  attributeType: string | undefined,
): Action {
  const { type, byItself } = action;
  const fitting: readonly string[] = actionTypesFor(attributeType);
  const [first] = fitting;
  if (first === undefined || !isActionType(type) || fitting.includes(type)) return action;
  const isFilled = operandsOf(type).some(({ field }) => action[operandNames[field]] !== "");
  return type !== byItself && isFilled ? action : { ...action, type: first, byItself: first };
}

/** The comparator for an attribute's type: an unsuitable one is cleared unless its operand is filled in. */
export function fittingComparator(
  { comparator, operand }: Pick<ConditionValues, "comparator" | "operand">,
  attributeType: string | undefined,
): string {
  const fits = comparatorsFor(attributeType).some((code) => code === comparator);
  return fits || !isComparator(comparator) || operand !== "" ? comparator : "";
}

/** The rows of a form returned without scripting, each with what fits its attribute. */
export const fittingRows = (values: RuleValues, attributes: readonly CustomRuleAttribute[]): RuleValues => ({
  ...values,
  groups: values.groups.map((group) => ({
    ...group,
    conditions: group.conditions.map((condition) => ({
      ...condition,
      comparator: fittingComparator(condition, typeOfAttribute(attributes, condition.attribute)),
    })),
  })),
  actions: values.actions.map((action) =>
    fittingAction(action, typeOfAttribute(attributes, action.attribute)),
  ),
});

export type RuleFormValues = Omit<RuleValues, "intent">;

/** The form again after a post that saves nothing. */
export type RuleFormAnswer = {
  is: "form";
  values: RuleFormValues;
  advice: Record<string, string>;
  lastResult: SubmissionResult | undefined;
  edited: boolean;
  problem?: ErrorView;
  preview?: RulePreview;
  /** The form is recreated with so many generated rows, under another key than the previous form. */
  remade?: { added: number; key: string };
  /** Values of the store's products, by the attributes of the form's rows. */
  suggested?: Record<string, string[]>;
  /** The number of products that the conditions match, if counted. */
  matches?: RuleMatches;
};

/** Maximum number of values converted to conditions at a time; the others remain, to be added next. */
export const maxBatchSize = 500;

/** The distinct non-blank lines of a text. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

const isOf = ({ attribute, comparator }: ConditionValues): boolean =>
  attribute !== "" && isComparator(comparator) && comparators[comparator].takesOperand;

/** The row used as a template for added values: the one they were pasted into, else the last suitable one. */
function likeAt({ conditions, at }: GroupValues): number {
  const place = /^\d{1,3}$/.test(at) ? Number(at) : -1;
  const pasted = conditions[place];
  if (pasted && isOf(pasted)) return place;
  return conditions.reduce((last, condition, index) => (isOf(condition) ? index : last), -1);
}

/**
 * A group with one more condition per pasted line: each uses the template row's attribute and
 * comparator, and the template takes the first value itself if it has none. Duplicates are skipped.
 * Remaining values stay in `several`; `added` is undefined without a template row.
 */
function withSeveral(group: GroupValues): { group: GroupValues; added: number | undefined } {
  const place = likeAt(group);
  const like = group.conditions[place];
  if (!like) return { group, added: undefined };
  const { attribute, comparator } = like;
  const existing = new Set(
    group.conditions
      .filter((condition) => condition.attribute === attribute && condition.comparator === comparator)
      .map(({ operand }) => operand),
  );
  const values = linesOf(group.several).filter((line) => !existing.has(line));
  const batch = values.slice(0, maxBatchSize);
  const [own, others] = like.operand === "" ? [batch[0] ?? "", batch.slice(1)] : [like.operand, batch];
  const conditions = [
    ...group.conditions.map((condition, index) =>
      index === place ? { ...condition, operand: own } : condition,
    ),
    ...others.map((operand): ConditionValues => ({ origin: "", attribute, comparator, operand })),
  ];
  const several = values.slice(maxBatchSize).join("\n");
  return { group: { ...group, conditions, several, at: "" }, added: batch.length };
}

/** Groups with a condition per pasted value, the number added, and the groups without a suitable row. */
export function withPasted(groups: readonly GroupValues[]) {
  const refused: number[] = [];
  let total = 0;
  const pasted = groups.map((given, index) => {
    if (given.several.trim() === "") return given;
    const { group, added } = withSeveral(given);
    if (added === undefined) refused.push(index);
    total += added ?? 0;
    return group;
  });
  return { groups: pasted, added: total, refused };
}
