import { SelectField } from "#app/ui/fields/fields.tsx";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import {
  actionTypes,
  actionTypesFor,
  comparators,
  comparatorsFor,
  isActionType,
  isComparator,
} from "#contract/ruleTable.ts";

export type Choice = { value: string; label: string };

/** The choices, and the current value if it isn't one of them: unknown values are preserved. */
export const withPresent = (
  choices: readonly Choice[],
  present: string,
  note = "not known here",
): Choice[] =>
  choices.some(({ value }) => value === present)
    ? [...choices]
    : [...choices, { value: present, label: `${present} (${note})` }];

/** The attributes of the store's type by name; only those of `types` if given. */
export function attributeChoices(
  attributes: readonly CustomRuleAttribute[],
  present: string,
  type?: string,
): Choice[] {
  const fitting = attributes.filter((attribute) => type === undefined || attribute.type === type);
  const choices = fitting.map(({ name }) => ({ value: name, label: name }));
  const isOther = attributes.some(({ name }) => name === present);
  return withPresent(
    [{ value: "", label: "Choose an attribute" }, ...choices],
    present,
    isOther ? `not ${type}` : "not known here",
  );
}

/** The comparators of an attribute's type (rules#comparators); all of them if the type is unknown. */
export function comparatorChoices(type: string | undefined, present: string): Choice[] {
  const choices = comparatorsFor(type).map((code) => ({ value: code, label: comparators[code].label }));
  const all = [{ value: "", label: "Choose a comparator" }, ...choices];
  if (isComparator(present) && !choices.some(({ value }) => value === present)) {
    return [...all, { value: present, label: `${comparators[present].label} (not for ${type})` }];
  }
  return withPresent(all, present);
}

/** The action types of an attribute's type (rules#action-types); all of them if the type is unknown. */
export function actionTypeChoices(type: string | undefined, present: string): Choice[] {
  const choices = actionTypesFor(type).map((code) => ({ value: code, label: actionTypes[code].label }));
  if (isActionType(present) && !choices.some(({ value }) => value === present)) {
    return [...choices, { value: present, label: `${actionTypes[present].label} (not for ${type})` }];
  }
  return withPresent(choices, present);
}

type Props = {
  field: RowField;
  chosen: string;
  attributes: readonly CustomRuleAttribute[];
  advice: string | undefined;
  onChoose: (attribute: string, form: HTMLFormElement | null) => void;
};

export const AttributeField = ({ field, chosen, attributes, advice, onChoose }: Props) => (
  <SelectField
    {...textsOf(field, "Attribute", advice)}
    options={attributeChoices(attributes, chosen)}
    defaultValue={chosen}
    onChange={(event) => onChoose(event.currentTarget.value, event.currentTarget.form)}
  />
);

export type RowField = { name: string; errors?: string[] | undefined };

export const textsOf = ({ name, errors }: RowField, label: string, advice: string | undefined) => ({
  label,
  name,
  errors,
  advice,
});

export function textIn(form: HTMLFormElement | null, name: string): string {
  const held = form?.elements.namedItem(name);
  return held instanceof HTMLInputElement || held instanceof HTMLSelectElement ? held.value : "";
}

export const valuesId = (attribute: string): string => `values-${encodeURIComponent(attribute)}`;
