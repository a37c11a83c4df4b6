import { type FieldName, useField } from "@conform-to/react";
import { memo, useState } from "react";
import {
  fittingAction,
  isSuggested,
  operandNames,
  typeOfAttribute,
} from "#app/domains/rules/editor/editor.ts";
import { type ActionValues, operandsOf } from "#app/domains/rules/values.ts";
import { SelectField, TextField } from "#app/ui/fields/fields.tsx";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { type ActionOperandField, defaultActionType } from "#contract/ruleTable.ts";
import {
  AttributeField,
  actionTypeChoices,
  attributeChoices,
  RowButtons,
  textIn,
  textsOf,
  valuesId,
} from "./rowFields.tsx";

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

type Operand = { label: string; help?: string };

const words: Record<ActionOperandField, Operand> = {
  newValue: { label: "New value" },
  orignalValue: { label: "Original value" },
  percentOf: { label: "Percent of", help: "The discount is taken off this; what is left is the new value." },
  percentValue: { label: "Percent value (% off)" },
};
const wordsByType: Record<string, Partial<Record<ActionOperandField, Operand>>> = {
  FixedPrice: { newValue: { label: "New value ($)" } },
  AmountDiscount: { newValue: { label: "New value ($ off)" } },
};

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
  const [chosen, setChosen] = useState({
    type: fields.type.initialValue ?? defaultActionType,
    byItself: fields.byItself.initialValue ?? "",
  });
  const { type, byItself } = chosen;
  const [onAttribute, onType, newValue, originalValue, percentOf, percentValue] = advice
    .split("\n")
    .map((text) => text || undefined);
  const operandAdvice = { newValue, originalValue, percentOf, percentValue };
  const attributeType = typeOfAttribute(attributes, attribute);
  const taken = operandsOf(type).map((operand) => operand.field);

  function chooseAttribute(next: string, posted: HTMLFormElement | null) {
    setAttribute(next);
    const held = {
      newValue: textIn(posted, fields.newValue.name),
      originalValue: textIn(posted, fields.originalValue.name),
      percentOf: textIn(posted, fields.percentOf.name),
      percentValue: textIn(posted, fields.percentValue.name),
    };
    const fitting = fittingAction({ ...chosen, ...held }, typeOfAttribute(attributes, next));
    setChosen({ type: fitting.type, byItself: fitting.byItself });
  }

  return (
    <fieldset className="row row-action">
      <legend className="sr-only">Action {index + 1}</legend>
      <input type="hidden" name={fields.origin.name} defaultValue={fields.origin.initialValue} />
      <input type="hidden" name={fields.byItself.name} value={byItself} />
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
        onChange={(event) => setChosen({ type: event.currentTarget.value, byItself })}
      />
      {wireFields.map((wire) => {
        const word = operandNames[wire];
        const { label, help } = wordsByType[type]?.[wire] ?? words[wire];
        const texts = { ...textsOf(fields[word], label, operandAdvice[word]), ...(help ? { help } : {}) };
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
              <TextField
                {...texts}
                defaultValue={value}
                list={isSuggested(attributeType) ? valuesId(attribute) : undefined}
                autoComplete="off"
              />
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
