import { SelectField } from "#app/ui/fields/fields.tsx";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { attributeChoices } from "./choices.ts";
import { type RowField, textsOf } from "./rowField.ts";

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
