import { type FieldName, useField } from "@conform-to/react";
import { memo, useState } from "react";
import type { ActionValues } from "#app/domains/rules/fields.ts";
import { operandsOf } from "#app/domains/rules/values.ts";
import { SelectField } from "#app/ui/fields/SelectField.tsx";
import { TextField } from "#app/ui/fields/TextField.tsx";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { type ActionOperandField, actionTypesFor, defaultActionType } from "#contract/ruleTable.ts";
import { AttributeField } from "./AttributeField.tsx";
import { actionTypeChoices, attributeChoices, typeOfAttribute } from "./choices.ts";
import { RowButtons } from "./RowButtons.tsx";
import { textsOf } from "./rowField.ts";

type Props = {
  name: FieldName<ActionValues>;
  listName: string;
  index: number;
  isLast: boolean;
  attributes: readonly CustomRuleAttribute[];
  /** One line each for attribute, type, newValue, originalValue, percentOf, percentValue. */
  advice: string;
  onEdit: () => void;
};

/** The words of the form for the wire's fields. */
const words = {
  newValue: { field: "newValue", label: "New value" },
  orignalValue: { field: "originalValue", label: "Original value" },
  percentOf: { field: "percentOf", label: "Percent of" },
  percentValue: { field: "percentValue", label: "Percent value" },
} as const satisfies Record<ActionOperandField, { field: keyof ActionValues; label: string }>;

const wireFields: readonly ActionOperandField[] = ["orignalValue", "newValue", "percentValue", "percentOf"];

/** One action: attribute, type by the attribute's type, and what the type needs (rules#action-types). */
export const ActionRow = memo(function ActionRow({
  name,
  listName,
  index,
  isLast,
  attributes,
  advice,
  onEdit,
}: Props) {
  const [field, form] = useField(name);
  const fields = field.getFieldset();
  const [attribute, setAttribute] = useState(fields.attribute.initialValue ?? "");
  const [type, setType] = useState(fields.type.initialValue ?? defaultActionType);
  const [onAttribute, onType, newValue, originalValue, percentOf, percentValue] = advice
    .split("\n")
    .map((text) => text || undefined);
  const operandAdvice = { newValue, originalValue, percentOf, percentValue };
  const attributeType = typeOfAttribute(attributes, attribute);
  const taken = operandsOf(type).map((operand) => operand.field);

  function chooseAttribute(chosen: string) {
    setAttribute(chosen);
    const fitting = actionTypesFor(typeOfAttribute(attributes, chosen));
    const [first] = fitting;
    // The type that every action starts with gives way to the attribute's own while nothing is filled in.
    if (type === defaultActionType && first && !fitting.includes(defaultActionType)) setType(first);
  }

  return (
    <fieldset className="row row-action">
      <legend className="sr-only">Action {index + 1}</legend>
      <input type="hidden" name={fields.origin.name} defaultValue={fields.origin.initialValue} />
      <AttributeField
        field={fields.attribute}
        chosen={attribute}
        attributes={attributes}
        advice={onAttribute}
        onChoose={chooseAttribute}
      />
      <SelectField
        {...textsOf(fields.type, "Action", onType)}
        options={actionTypeChoices(attributeType, type)}
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
      />
      {wireFields.map((wire) => {
        const { field: word, label } = words[wire];
        const texts = textsOf(fields[word], label, operandAdvice[word]);
        const value = fields[word].initialValue ?? "";
        return (
          <div key={wire} hidden={!taken.includes(wire)}>
            {wire === "percentOf" ? (
              <SelectField
                {...texts}
                options={attributeChoices(attributes, value, "Decimal")}
                defaultValue={value}
              />
            ) : (
              <TextField {...texts} defaultValue={value} autoComplete="off" />
            )}
          </div>
        );
      })}
      <RowButtons
        row={`action ${index + 1}`}
        index={index}
        isLast={isLast}
        section="actions"
        update={form.validate.getButtonProps({ name })}
        moveTo={(to) => form.reorder.getButtonProps({ name: listName, from: index, to })}
        remove={form.remove.getButtonProps({ name: listName, index })}
        onEdit={onEdit}
      />
    </fieldset>
  );
});
