import type { ActionValues, ConditionValues, RuleValues } from "#app/domains/rules/fields.ts";
import { operandsOf } from "#app/domains/rules/values.ts";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import {
  type ActionOperandField,
  actionTypesFor,
  comparatorsFor,
  isActionType,
  isComparator,
} from "#contract/ruleTable.ts";

/** The type of an attribute by its name; undefined for one that the store's type does not have. */
export const typeOfAttribute = (
  attributes: readonly CustomRuleAttribute[],
  name: string,
): string | undefined => attributes.find((attribute) => attribute.name === name)?.type;

/** Whether values of the store are suggested for an attribute of this type: its prices are nobody's suggestion. */
export const isSuggested = (type: string | undefined): boolean => type !== undefined && type !== "Decimal";

/** The form's names of the fields that an action's type takes. */
export const operandNames = {
  newValue: "newValue",
  orignalValue: "originalValue",
  percentOf: "percentOf",
  percentValue: "percentValue",
} as const satisfies Record<ActionOperandField, keyof ActionValues>;

/**
 * The type of an action for an attribute's type (rules#fitting): one that does not fit gives way to the first that does,
 * unless a person chose it and filled in what it takes. `byItself` is the type that was chosen by itself, last.
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

/** The comparator for an attribute's type: one that does not fit goes, unless what it compares with is filled in. */
export function fittingComparator(
  { comparator, operand }: Pick<ConditionValues, "comparator" | "operand">,
  attributeType: string | undefined,
): string {
  const fits = comparatorsFor(attributeType).some((code) => code === comparator);
  return fits || !isComparator(comparator) || operand !== "" ? comparator : "";
}

/** The rows of a form that comes back without scripting, each with what fits its attribute. */
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
