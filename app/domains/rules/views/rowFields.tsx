import { SelectField } from "#app/ui/fields/fields.tsx";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { attributeChoices } from "./choices.ts";

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
